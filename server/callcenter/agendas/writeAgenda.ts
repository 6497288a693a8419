import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import type { RowResults } from '#contract/sharedShapes.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, branches } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { agendaScope } from '../../session/scope.ts';
import { audit, auditedRow } from '../../writing/audit.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { inOrder, Results } from '../../writing/rowResults.ts';
import type { AgendaRecord } from './list.ts';
import { mayChange } from './rules.ts';

export const factsOf = auditedRow(agendas, {
  words: {
    kind: 'tipo',
    customerId: 'cliente',
    branchId: 'filial',
    representativeId: 'representante',
    personId: 'colaborador',
    orderId: 'orcamento',
    subject: 'assunto',
    description: 'descricao',
    scheduledAt: 'data_agendada',
    finishedAt: 'data_finalizacao',
    finishReasonId: 'motivo_finalizacao',
    finishNote: 'observacao',
    dialerStatus: 'discadora_status',
    dialerOrigin: 'discadora_origem',
    origin: 'agenda_origem',
    externalId: 'id_externo',
    automationId: 'automacao',
  },
  leftOut: [
    // A copy of the subject for the search.
    'foldedSubject',
    // When the dialer reported its status.
    'dialerUpdatedAt',
    // The creation's audit entry names the author.
    'createdById',
  ],
});

type Writer = Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>;

export interface LockedAgenda extends AgendaRecord {
  /** Of the agenda's branch. */
  zone: string;
}

/**
 * Returns an open agenda that the user may change, locked until the transaction ends. 404 whether it is unknown or out of
 * scope; 409 if it was changed since `versao`; refused if it is another person's or finished.
 */
export async function lockAgenda(
  tx: Tx,
  user: Context['user'],
  { id, versao }: { id: number; versao?: number | undefined },
): Promise<LockedAgenda> {
  const [row] = await tx
    .select({ agenda: agendas, zone: branches.timeZone })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .where(and(eq(agendas.id, id), agendaScope(user)))
    .for('update', { of: agendas });
  if (!row) throw notFound();
  const { agenda, zone } = row;
  if (!mayChange(user, agenda))
    throw refused('AGENDA_DE_OUTRO', 'Esta agenda é de outra pessoa. Só ela ou a supervisão podem mudá-la.');
  await requireVersion(tx, versao, {
    entity: 'agendas',
    entityId: agenda.id,
    version: agenda.version,
    name: 'esta agenda',
    state: () => agendaState(row),
  });
  if (agenda.finishedAt) throw refused('JA_FINALIZADA', 'Esta agenda já foi finalizada e não muda mais.');
  return { ...agenda, zone };
}

/** The open agendas that match, for a command about what they belong to. Locked in id order, like `eachAgenda`. */
export async function lockOpenAgendas(tx: Tx, which: SQL | undefined): Promise<LockedAgenda[]> {
  const rows = await tx
    .select({ agenda: agendas, zone: branches.timeZone })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .where(and(which, isNull(agendas.finishedAt)))
    .orderBy(asc(agendas.id))
    .for('update', { of: agendas });
  return rows.map(({ agenda, zone }) => ({ ...agenda, zone }));
}

/** The fields that the forms write, under the names by which they are read. */
const agendaState = ({ agenda, zone }: { agenda: AgendaRecord; zone: string }) => ({
  data_agendada: agenda.scheduledAt.toISOString(),
  data_finalizacao: agenda.finishedAt?.toISOString() ?? null,
  assunto: agenda.subject,
  descricao: agenda.description,
  filial: { fuso: zone },
});

export interface AgendaChange {
  set: Partial<AgendaRecord>;
  /** `ALTERAR`, `REAGENDAR`, `FINALIZAR`, `TRANSFERIR`. */
  action: string;
  /** The entry for the customer's activity log. */
  text: string;
  /** The values behind the text: from, to, reason. */
  data?: Record<string, unknown>;
}

/** The only way to change a locked agenda: updates its columns and version, and writes one log entry and one audit entry. */
export async function changeAgenda(
  tx: Tx,
  ctx: Writer,
  agenda: AgendaRecord,
  { set, action, text, data = {} }: AgendaChange,
): Promise<AgendaRecord> {
  const [changed] = await tx
    .update(agendas)
    .set({ ...set, version: agenda.version + 1, updatedAt: ctx.now() })
    .where(eq(agendas.id, agenda.id))
    .returning();
  if (!changed) throw new Error(`agenda ${agenda.id} was not locked`);
  await logCustomer(tx, ctx, {
    customerId: agenda.customerId,
    type: 'AGENDA',
    itemId: agenda.id,
    text,
    data: { acao: action, ...data },
  });
  const difference = factsOf.change(agenda, changed);
  await audit(tx, ctx, {
    action,
    entity: 'agendas',
    entityId: agenda.id,
    before: difference.before,
    after: { ...difference.after, ...data },
  });
  return changed;
}

/**
 * Applies a change to each agenda; one failing row does not stop the rest. Rows are locked in id order, so that two commands
 * cannot deadlock.
 */
export async function eachAgenda(
  tx: Tx,
  user: Context['user'],
  wanted: readonly { id: number; versao?: number | undefined }[],
  change: (agenda: LockedAgenda) => Promise<unknown>,
): Promise<RowResults> {
  const results = new Results();
  const byId = new Map(wanted.map((each) => [each.id, each]));
  for (const id of inOrder([...byId.keys()])) {
    const done = await results.attempt(id, async () => {
      await change(await lockAgenda(tx, user, byId.get(id) ?? { id }));
      return true;
    });
    if (done) results.done.push(id);
  }
  return results.answer();
}
