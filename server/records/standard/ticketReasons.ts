import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import { MAX_REASON_LEVELS } from '#contract/rules/tickets/ticketType.ts';
import { publishedDefinitions } from '../../config/definitions/queries.ts';
import { LOCKS, lockUntilCommit } from '../../db/advisoryLock.ts';
import type { Tx } from '../../db/client.ts';
import { reasons, ticketTypes } from '../../db/tables/index.ts';
import type { WritingRecords } from '../mapping.ts';
import type { PendingRow } from '../write/pendingRow.ts';

/** The message for an unknown flow key; lists those that exist. */
export const unknownFlow = (flow: string, flows: ReadonlySet<string>): string =>
  `Não há um fluxo ${flow} publicado. Os fluxos são: ${[...flows].sort().join(', ')}.`;

/** The fields that each use of a reason has besides its description; any others would never be read. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  ABERTURA: ['tipo', 'acima', 'exigeNivelAbaixo'],
  PRODUTO: ['tipo', 'exigeFoto'],
  ANALISE: [],
  FINALIZACAO: ['tipo', 'fluxo', 'resultado'],
};
const USE_NAMES: Readonly<Record<string, string>> = {
  ABERTURA: 'uma abertura',
  PRODUTO: 'um produto',
  ANALISE: 'um corte',
  FINALIZACAO: 'um fim',
};
const PARTIAL = [...new Set(Object.values(OWN_FIELDS).flat())];

/** A reason by its code, as it will be stored. */
interface Known {
  code: string;
  kind: string;
  /** The key of its ticket type. */
  type: string | null;
  /** The code of its parent. */
  parent: string | null;
}
type Reasons = ReadonlyMap<string, Known>;

/** Which fields a reason may have depends on its use; opening reasons form a tree of at most five levels. */
export async function reasonRules(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  const flows = new Set((await publishedDefinitions(tx, 'flows')).map(({ key }) => key));
  const speaking = await typesWithMessage(tx);
  for (const row of rows) {
    refuseStrangeFields(row);
    const flow = row.after.fluxo;
    // A reason whose flow has been archived may still be deactivated.
    if (typeof flow === 'string' && row.changed.has('fluxo') && !flows.has(flow))
      row.refuse('fluxo', unknownFlow(flow, flows));
    if (row.after.uso === 'FINALIZACAO' && row.after.resultado === undefined)
      row.refuse('resultado', 'Diga como termina o ticket que tem este motivo.');
  }
  // Two concurrent moves below each other could otherwise form a cycle.
  await lockUntilCommit(tx, LOCKS.reasonTree);
  const stored = await storedReasons(tx);
  let accepted: readonly PendingRow[];
  // A row may depend on another that is refused as well, so the remaining rows are checked again until none fails.
  do {
    accepted = rows.filter((row) => !row.isRefused);
    const byCode = new Map(stored.map((one) => [one.code, one]));
    for (const { after } of accepted) byCode.set(String(after.codigo), asKnown(after));
    for (const row of accepted) if (row.after.uso === 'ABERTURA') validateOpening(row, byCode, speaking);
  } while (accepted.some((row) => row.isRefused));
}

const asKnown = ({ codigo, uso, tipo, acima }: RecordData): Known => ({
  code: String(codigo),
  kind: String(uso),
  type: typeof tipo === 'string' ? tipo : null,
  parent: typeof acima === 'string' ? acima : null,
});

async function storedReasons(tx: Tx): Promise<Known[]> {
  const above = alias(reasons, 'above');
  return tx
    .select({ code: reasons.code, kind: reasons.kind, type: ticketTypes.key, parent: above.code })
    .from(reasons)
    .leftJoin(ticketTypes, eq(ticketTypes.id, reasons.typeId))
    .leftJoin(above, eq(above.id, reasons.parentId));
}

/** Keys of the types that have a message field. */
async function typesWithMessage(tx: Tx): Promise<ReadonlySet<string>> {
  const types = await tx.select({ key: ticketTypes.key, flags: ticketTypes.flags }).from(ticketTypes);
  return new Set(types.filter(({ flags }) => flags.usa_mensagem > 0).map(({ key }) => key));
}

function refuseStrangeFields(row: PendingRow) {
  const use = String(row.after.uso);
  for (const field of PARTIAL) {
    const value = row.after[field];
    if (value === undefined || value === false || OWN_FIELDS[use]?.includes(field)) continue;
    row.refuse(field, `Isto não vale para o motivo de ${USE_NAMES[use]}. Deixe vazio.`);
  }
}

function validateOpening(row: PendingRow, known: Reasons, withMessage: ReadonlySet<string>) {
  const { code, type, parent } = asKnown(row.after);
  if (type === null) return row.refuse('tipo', 'Um motivo de abertura é de um tipo de ticket.');
  if (below(code, known).some((one) => one.type !== type))
    row.refuse('tipo', 'Abaixo deste motivo há outros do tipo de antes. Mude-os primeiro.');
  if (row.after.exigeObservacao === true && !withMessage.has(type))
    row.refuse('exigeObservacao', 'O tipo não pede mensagem: não haveria onde escrever a observação.');
  const above = parent === null ? undefined : known.get(parent);
  if (!above) return;
  if (above.kind !== 'ABERTURA' || above.type !== type)
    return row.refuse('acima', 'O motivo acima precisa ser uma abertura do mesmo tipo de ticket.');
  const levels = levelsAbove(code, above, known);
  if (levels === null) row.refuse('acima', 'O motivo ficaria abaixo de si mesmo.');
  else if (levels + levelsFrom(code, known) > MAX_REASON_LEVELS)
    row.refuse('acima', `Os motivos vão até o nível ${MAX_REASON_LEVELS}.`);
}

/** The number of levels above; `null` if the reason itself is among them or they form a cycle. */
function levelsAbove(code: string, parent: Known, known: Reasons): number | null {
  let levels = 0;
  for (let above: Known | undefined = parent; above; above = known.get(above.parent ?? '')) {
    if (above.code === code || levels > known.size) return null;
    levels += 1;
  }
  return levels;
}

/** The number of levels from this reason downwards, including its own. */
const levelsFrom = (code: string, known: Reasons): number =>
  1 + Math.max(0, ...below(code, known).map((one) => levelsFrom(one.code, known)));

const below = (code: string, known: Reasons): Known[] =>
  [...known.values()].filter(({ parent }) => parent === code);

/** Moving a reason below another changes the level of everything below it. */
export async function followReasons(_rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  await tx.execute(sql`
    with recursive placed as (
      select id, 1 as level from ${reasons} where kind = 'ABERTURA' and parent_id is null
      union all
      select r.id, p.level + 1 from ${reasons} r join placed p on r.parent_id = p.id
    )
    update ${reasons} set level = placed.level from placed
    where placed.id = ${reasons}.id and ${reasons}.level <> placed.level`);
}
