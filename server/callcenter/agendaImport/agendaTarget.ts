import { and, eq, inArray } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import { EXTERNAL_CODES } from '#contract/records/recordType.ts';
import {
  type AgendaImportKey,
  agendaImportTypes,
  type GuardedImportType,
} from '#contract/records/routes/imports.ts';
import type { ImportSettings } from '#contract/records/routes/recordImport.ts';
import { type AgendaColumn, agendaKey, type RawAgendaLine } from '#contract/rules/agendas/agendaLine.ts';
import type { User } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas } from '../../db/tables/index.ts';
import type { RecordContext } from '../../records/mapping.ts';
import type { RowResult } from '../../records/write/pendingRow.ts';
import { logCustomers } from '../../sac/customers/commands.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { plainTexts } from '../../text/plainText.ts';
import { auditMany } from '../../writing/audit.ts';
import { type Confirmed, contactTurn } from '../agendas/commands.ts';
import { type ValidatedAgenda, type ValidatedLine, validateLines } from './validate.ts';

/** The import target that turns the lines of a file into agendas. */
export function agendaTarget(key: AgendaImportKey) {
  const type: GuardedImportType = agendaImportTypes[key];
  const options = { withCollaborator: key === 'agendas-equipe' };
  return {
    type,
    // A service key has no agendas of its own, and a role may carry the permission without leading a team.
    mayImport: (user: User) =>
      user.recordVerbs === undefined &&
      allows(user.grants, type.permissoes.importar) &&
      (!options.withCollaborator || seesOthersAgendas(user)),
    keyOf: (dados: RecordData) => {
      const read = readData(type, dados);
      return 'given' in read ? agendaKey(read.given.line, options) : null;
    },
    async save(
      tx: Tx,
      ctx: RecordContext,
      lines: readonly { dados: RecordData }[],
      { dryRun, settings }: { dryRun: boolean; settings: ImportSettings },
    ) {
      const read = lines.map(({ dados }) => readData(type, dados, settings.confirmarContatos));
      const sound = read.flatMap((each) => ('given' in each ? [each.given] : []));
      const text = 'Agenda importada de planilha';
      const saved = (await saveAgendas(tx, ctx, sound, { ...options, dryRun, text })).values();
      return read.map(
        (each): RowResult =>
          'given' in each
            ? (saved.next().value ?? { resultado: 'recusado', erros: {} })
            : { resultado: 'recusado', erros: each.errors },
      );
    },
  };
}

type ReadData = { given: GivenAgenda } | { errors: Record<string, string> };

/** A file of objects may contain anything; values that are neither text nor number are refused. */
function readData({ campos }: GuardedImportType, dados: RecordData, confirmar?: string): ReadData {
  const line: RawAgendaLine = {};
  const errors: Record<string, string> = {};
  for (const [key, value] of Object.entries(dados)) {
    if (key === EXTERNAL_CODES || value === null || value === undefined) continue;
    if (!Object.hasOwn(campos, key)) errors[''] = `O campo ${key} não é desta importação.`;
    else if (typeof value === 'string' || typeof value === 'number')
      line[key as AgendaColumn] = plainTexts(String(value));
    else errors[key] = 'Este valor não pode ser gravado.';
  }
  if (Object.keys(errors).length > 0) return { errors };
  return { given: { line, externalId: codeOf(dados[EXTERNAL_CODES]), confirmar } };
}

const MAX_CODE_LENGTH = 80;

function codeOf(codes: unknown): string | null {
  const code = typeof codes === 'object' && codes !== null ? (codes as { erp?: unknown }).erp : null;
  return typeof code === 'string' && code !== '' ? plainTexts(code).slice(0, MAX_CODE_LENGTH) : null;
}

/** A line of a file, or a row from an external system, which has its own code for it. */
interface GivenAgenda {
  line: RawAgendaLine;
  externalId: string | null;
  /** Why it is made although something speaks against it. */
  confirmar: string | undefined;
}

interface SaveOptions {
  /** Whether each line names the agenda's owner; otherwise all belong to the user who sends them. */
  withCollaborator: boolean;
  dryRun: boolean;
  /** The entry written to the customer's log for each agenda. */
  text: string;
}

type Saving = RecordContext;

/**
 * The only way agendas are created in bulk, by file or by API call. Each line is created, already exists (`igual`), or is
 * refused with errors by column; a refused line does not stop the others. A code of an external system creates one agenda,
 * however often it is sent.
 */
export async function saveAgendas(
  tx: Tx,
  ctx: Saving,
  given: readonly GivenAgenda[],
  { withCollaborator, dryRun, text }: SaveOptions,
): Promise<RowResult[]> {
  // When two users send the same contact at once, the second finds the first's row; no unique index defines when two contacts
  // are the same.
  const turn = dryRun ? 'NONE' : await contactTurn(tx, 'ALL');
  const before = await existingByCode(tx, ctx, given);
  const fresh = given.filter(({ externalId }) => !isKnown(before, externalId));
  const validated = await validateLines(
    tx,
    ctx,
    fresh.map(({ line, confirmar }) => ({ line, confirmar })),
    { withCollaborator, turn },
  );
  const found = new Map(fresh.map((one, place) => [one, validated[place]] as const));
  refuseRepeatedCodes(found);
  const writtenIds = dryRun ? new Map<GivenAgenda, number | null>() : await write(tx, ctx, found, text);
  return given.map((one): RowResult => {
    const existingId = isKnown(before, one.externalId);
    if (existingId) return { id: existingId, resultado: 'igual' };
    return resultOf(found.get(one), writtenIds.get(one));
  });
}

const isKnown = (before: ReadonlyMap<string, number>, externalId: string | null): number | undefined =>
  externalId === null ? undefined : before.get(externalId);

function resultOf(validated: ValidatedLine | undefined, id: number | null | undefined): RowResult {
  if (!validated || 'errors' in validated) return { resultado: 'recusado', erros: { ...validated?.errors } };
  if ('existing' in validated) return { id: validated.existing, resultado: 'igual' };
  // Not written, because another user had already sent the same code.
  if (id === null) return { resultado: 'igual' };
  return { ...(id !== undefined && { id }), resultado: 'criado' };
}

/**
 * Ids are returned only for agendas that the user created; another user's agenda with the same code is caught by the
 * database's unique key.
 */
async function existingByCode(
  tx: Tx,
  { user }: Saving,
  given: readonly GivenAgenda[],
): Promise<Map<string, number>> {
  const codes = given.flatMap(({ externalId }) => externalId ?? []);
  if (codes.length === 0) return new Map();
  const rows = await tx
    .select({ id: agendas.id, externalId: agendas.externalId })
    .from(agendas)
    .where(
      and(eq(agendas.origin, 'ERP'), inArray(agendas.externalId, codes), eq(agendas.createdById, user.id)),
    );
  return new Map(rows.map(({ id, externalId }) => [externalId ?? '', id]));
}

function refuseRepeatedCodes(found: Map<GivenAgenda, ValidatedLine | undefined>) {
  const takenKeys = new Set<string>();
  for (const [one, validated] of found) {
    if (one.externalId === null || !validated || !('agenda' in validated)) continue;
    if (takenKeys.has(one.externalId))
      found.set(one, { errors: { '': `O código ${one.externalId} já veio em outra linha.` } });
    takenKeys.add(one.externalId);
  }
}

async function write(
  tx: Tx,
  ctx: Saving,
  found: ReadonlyMap<GivenAgenda, ValidatedLine | undefined>,
  text: string,
): Promise<Map<GivenAgenda, number | null>> {
  const wanted = [...found].flatMap(([one, validated]) =>
    validated && 'agenda' in validated
      ? [{ one, row: rowOf(validated.agenda, one.externalId), why: validated.agenda.why }]
      : [],
  );
  const ids = await writeAgendas(
    tx,
    ctx,
    wanted.map(({ row }) => row),
    text,
    wanted.map(({ why }) => why),
  );
  return new Map(wanted.map(({ one }, place) => [one, ids[place] ?? null]));
}

const rowOf = (agenda: ValidatedAgenda, externalId: string | null) => ({
  kind: agenda.kind,
  customerId: agenda.customer.id,
  representativeId: agenda.customer.representativeId,
  personId: agenda.collaborator.id,
  branchId: agenda.branchId,
  subject: agenda.subject,
  description: agenda.description,
  scheduledAt: agenda.at,
  ...(externalId !== null && { origin: 'ERP' as const, externalId }),
});

type NewAgenda = typeof agendas.$inferInsert;

const BATCH_SIZE = 500;

/**
 * Writes agendas, with an activity log entry and an audit entry for each. Returns their ids in the given order, `null` where the same external id
 * had already created one.
 */
export async function writeAgendas(
  tx: Tx,
  ctx: RecordContext,
  rows: readonly NewAgenda[],
  text: string,
  confirmations: readonly Confirmed[] = [],
): Promise<(number | null)[]> {
  const ids: (number | null)[] = [];
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const part = rows.slice(from, from + BATCH_SIZE);
    const whys = confirmations.slice(from, from + BATCH_SIZE);
    const written = await tx
      .insert(agendas)
      .values(
        part.map((row) => ({ ...row, createdById: ctx.user.id, createdAt: ctx.now(), updatedAt: ctx.now() })),
      )
      .onConflictDoNothing()
      .returning({ id: agendas.id, customerId: agendas.customerId, externalId: agendas.externalId });
    const results = inOrder(part, written);
    await logCustomers(
      tx,
      ctx,
      part.flatMap(({ customerId }, place) => {
        const id = results[place] ?? null;
        if (id === null) return [];
        const why = whys[place];
        return [
          {
            customerId,
            type: 'AGENDA' as const,
            itemId: id,
            text: [text, why?.text].filter(Boolean).join('. '),
            data: why?.data ?? {},
          },
        ];
      }),
    );
    await auditMany(
      tx,
      ctx,
      part.flatMap(({ customerId, personId, scheduledAt }, place) => {
        const id = results[place] ?? null;
        if (id === null) return [];
        const after = {
          cliente: customerId,
          colaborador: personId,
          data_agendada: scheduledAt,
          origem: text,
        };
        return [{ action: 'CRIAR', entity: 'agendas', entityId: id, after }];
      }),
    );
    ids.push(...results);
  }
  return ids;
}

/** Rows without an external id are never rejected, so they come back one for one. */
function inOrder(part: readonly NewAgenda[], written: readonly { id: number; externalId: string | null }[]) {
  const byExternal = new Map(written.map(({ id, externalId }) => [externalId, id]));
  return part.map(({ externalId }, index) =>
    externalId ? (byExternal.get(externalId) ?? null) : (written[index]?.id ?? null),
  );
}
