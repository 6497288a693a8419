import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { customerMergeRoutes } from '#contract/callcenter/customers/customerMerges.ts';
import {
  customerMergeObstacle,
  customerUndoObstacle,
  type MergedCustomer,
} from '#contract/rules/customers/customerMerge.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import type { KeptOfMerged } from '../../db/tables/customers/customerMerges.ts';
import { agendas, customerMerges, customers, orders, tickets } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { moveCustomerFields } from '../../records/custom/customerReferences.ts';
import { requireOwn } from '../../records/fieldOwners.ts';
import { customerRecords, keepOwnerCopies } from '../../records/standard/customers/customers.ts';
import { goneRecord } from '../../records/write/auditedRecord.ts';
import { dropGoneFiles, logCustomer } from '../../sac/customers/commands.ts';
import type { CustomerRow } from '../../sac/customers/queries.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { moveCustomerDrafts } from '../../writing/movedDrafts.ts';
import { lockCustomer } from '../customerCore/commands.ts';
import { writtenState } from '../customerPanel/queries.ts';
import { columnsBefore, mergedColumns, writtenColumns } from './mergedColumns.ts';
import {
  hideDoubleAddresses,
  insertKept,
  moveCodes,
  moveRows,
  returnRows,
  showAddresses,
} from './movedRows.ts';
import { mergeOptions } from './options.ts';
import { publishMoved } from './publishMoved.ts';
import { invoicedSince, joinedSince, mergedCustomer } from './sides.ts';

/**
 * Makes one customer of two registrations. Everything that refers to the other one follows; its row goes, so that nothing can show or
 * count it twice, and its number and codes lead on.
 */
const merge = command(customerMergeRoutes.merge, async (tx, ctx, { params, body }) => {
  const way = { from: body.outro.id, to: params.idCli };
  const chosen = body.doOutro ?? [];
  await lockWork(tx, way.from);
  const [leading, other] = await lockBoth(tx, ctx, {
    leading: { id: way.to, versao: body.versao },
    other: body.outro,
  });
  const found = customerMergeObstacle(...(await sidesOf(tx, leading, other)));
  if (found) throw refused(found.code, found.message);
  // What belongs to the ERP is not chosen here: its next import would take it back.
  await requireOwn(tx, customerRecords, chosen);
  const knownAs = await goneRecord(tx, customerRecords, other.id);
  const set = mergedColumns(leading, other, chosen);
  const row = await wholeRow(tx, other.id);
  const records = await moveCustomerFields(tx, way, ctx.now());
  const { moved, doubles } = await moveRows(tx, way);
  const addresses = (moved.delivery_addresses ?? []).map(Number);
  const hidden = await hideDoubleAddresses(tx, way, addresses);
  const drafts = await moveCustomerDrafts(tx, ctx, way);
  await tx.insert(customerMerges).values({
    fromId: way.from,
    toId: way.to,
    records: { moved, codes: await moveCodes(tx, way), hidden, records, drafts },
    kept: { row, doubles, columns: writtenColumns(leading, set) },
    personId: ctx.user.id,
    at: ctx.now(),
  });
  await tx.delete(customers).where(eq(customers.id, way.from));
  await write(tx, ctx, way.to, set);
  await keepOwnerCopies(tx, [way.to]);
  const counts = Object.fromEntries(
    SHOWN.flatMap(([table, word]) => (moved[table] ? [[word, moved[table].length]] : [])),
  );
  await logCustomer(tx, ctx, {
    customerId: way.to,
    type: 'CADASTRO',
    text: `Unido a este: cliente ${way.from} (${other.tradeName})`,
    data: { unido: way.from, ...counts },
  });
  await audit(tx, ctx, {
    action: 'UNIR',
    entity: 'customers',
    entityId: way.to,
    after: { unido: way.from, ...(chosen.length > 0 && { camposDoOutro: chosen }), ...counts },
  });
  await audit(tx, ctx, {
    action: 'EXCLUIR',
    entity: 'customers',
    entityId: way.from,
    before: { documento: other.document, nome: other.legalName },
    after: { unidoAo: way.to },
    knownAs,
  });
  await publishMoved(tx, ctx, {
    moved,
    hidden,
    doubles,
    records,
    customerIds: [way.to],
    goneFrom: knownAs.branchIds ?? [],
  });
  return { data: { id: way.to, message: `Cliente ${way.from} unido ao ${way.to}.` } };
});

/** What a reader of the log wants to know of it. */
const SHOWN = [
  ['orders', 'orcamentosEPedidos'],
  ['invoices', 'notas'],
  ['tickets', 'tickets'],
  ['agendas', 'agendas'],
  ['customer_contacts', 'contatos'],
] as const;

/** Tickets and orders are locked before their customer everywhere, so that two commands never wait for each other. */
async function lockWork(tx: Tx, customerId: number): Promise<void> {
  for (const table of [tickets, orders, agendas])
    await tx
      .select({ id: table.id })
      .from(table)
      .where(eq(table.customerId, customerId))
      .orderBy(table.id)
      .for('no key update');
}

interface Asked {
  id: number;
  versao?: number | undefined;
}

/** Both customers, the lower number first; 404 if the person does not see one of them. */
async function lockBoth(
  tx: Tx,
  ctx: Context,
  { leading, other }: { leading: Asked; other: Asked },
): Promise<[CustomerRow, CustomerRow]> {
  const lock = ({ id, versao }: Asked) =>
    lockCustomer(tx, ctx, id, { versao, state: (row) => writtenState(row, { ...ctx, db: tx }) });
  if (leading.id <= other.id) {
    const first = await lock(leading);
    return [first, leading.id === other.id ? first : await lock(other)];
  }
  const first = await lock(other);
  return [await lock(leading), first];
}

const sidesOf = async (
  tx: Tx,
  leading: CustomerRow,
  other: CustomerRow,
): Promise<[MergedCustomer, MergedCustomer]> => [
  await mergedCustomer(tx, leading),
  await mergedCustomer(tx, other),
];

/** As the database writes it, so that it is read back to the microsecond. */
async function wholeRow(tx: Tx, id: number): Promise<KeptOfMerged['row']> {
  const { rows } = await tx.execute<{ row: KeptOfMerged['row'] }>(
    sql`select to_jsonb(c) as row from ${customers} c where c.id = ${id}`,
  );
  return rows[0]?.row ?? {};
}

const write = (tx: Tx, ctx: Context, id: number, set: Partial<CustomerRow>) =>
  tx
    .update(customers)
    .set({ ...set, updatedAt: ctx.now(), version: sql`${customers.version} + 1` })
    .where(eq(customers.id, id));

/**
 * Takes a merge back. What came along goes back, with what was made of its orders and tickets since; whatever else came to the customer
 * stays there, and so does a field that somebody has changed.
 */
const undoMerge = command(customerMergeRoutes.undoMerge, async (tx, ctx, { params, body }) => {
  const way = { from: body.cliente, to: params.idCli };
  const merged = await standingMerge(tx, way);
  if (merged) await lockMoved(tx, merged.records.moved);
  const leading = await lockCustomer(tx, ctx, way.to, {
    versao: body.versao,
    state: (row) => writtenState(row, { ...ctx, db: tx }),
  });
  // Read again now that nobody else can take it back, nor erase what was kept of it.
  const standing = await standingMerge(tx, way, { locked: true });
  if (!standing) throw refused('NAO_UNIDO', `O cliente ${way.from} não está unido ao ${way.to}.`);
  const { kept, records, at, personId } = standing;
  const found = customerUndoObstacle({
    other: way.from,
    leading: way.to,
    at,
    now: ctx.now(),
    zone: await zoneOf(tx, ctx.user),
    mayUndo: personId === ctx.user.id || seesOthersAgendas(ctx.user),
    erased: kept === null,
    invoiced: await invoicedSince(tx, way.to, records),
    joined: await joinedSince(tx, records),
  });
  if (found) throw refused(found.code, found.message);
  if (kept === null) throw new Error(`nothing is kept of customer ${way.from}`);
  await restoreRow(tx, ctx, kept.row);
  const moved = await returnRows(tx, way, records, kept.doubles);
  const back = { from: way.to, to: way.from };
  const fields = await moveCustomerFields(tx, back, ctx.now(), records.records);
  await moveCodes(tx, back, records.codes);
  const hidden = await showAddresses(tx, way, records.hidden);
  await moveCustomerDrafts(tx, ctx, back, records.drafts ?? []);
  await write(tx, ctx, way.to, columnsBefore(leading, kept));
  for (const id of [way.to, way.from]) await dropGoneFiles(tx, id);
  await keepOwnerCopies(tx, [way.from, way.to]);
  await tx
    .update(customerMerges)
    .set({ undoneAt: ctx.now(), undoneById: ctx.user.id, kept: null })
    .where(eq(customerMerges.id, standing.id));
  await logCustomer(tx, ctx, {
    customerId: way.to,
    type: 'CADASTRO',
    text: `União com o cliente ${way.from} desfeita`,
    data: { separado: way.from },
  });
  await logCustomer(tx, ctx, {
    customerId: way.from,
    type: 'CADASTRO',
    text: `Separado do cliente ${way.to}`,
    data: { separadoDe: way.to },
  });
  await audit(tx, ctx, {
    action: 'DESFAZER_UNIAO',
    entity: 'customers',
    entityId: way.to,
    after: { separado: way.from },
  });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'customers',
    entityId: way.from,
    after: { separadoDe: way.to },
  });
  await publishMoved(tx, ctx, {
    moved,
    hidden,
    doubles: kept.doubles,
    records: fields,
    customerIds: [way.from, way.to],
  });
  return { data: { id: way.from, message: `União com o cliente ${way.from} desfeita.` } };
});

async function standingMerge(
  tx: Tx,
  { from, to }: { from: number; to: number },
  { locked = false }: { locked?: boolean } = {},
) {
  const found = tx
    .select()
    .from(customerMerges)
    .where(and(eq(customerMerges.fromId, from), eq(customerMerges.toId, to), isNull(customerMerges.undoneAt)))
    .orderBy(desc(customerMerges.id));
  const [row] = locked ? await found.for('update') : await found;
  return row;
}

async function lockMoved(
  tx: Tx,
  moved: Readonly<Record<string, readonly (string | number)[]>>,
): Promise<void> {
  for (const table of ['tickets', 'orders', 'agendas'])
    await tx.execute(sql`select id from ${sql.identifier(table)}
      where id = any(${sql.param((moved[table] ?? []).map(Number))}::int[]) order by id for no key update`);
}

/** The customer is there again under its number, as it was. */
async function restoreRow(tx: Tx, ctx: Context, row: KeptOfMerged['row']): Promise<void> {
  await insertKept(tx, 'customers', [row]);
  await write(tx, ctx, Number(row.id), {});
}

export const customerMergeImplementation = implement(customerMergeRoutes, {
  options: mergeOptions,
  merge,
  undoMerge,
});
