import { and, arrayOverlaps, asc, eq, exists, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { codesIn } from '#contract/catalogs/cfop.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import { LOCKS, lockUntilCommit } from '#server/db/advisoryLock.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  branches,
  customers,
  invoiceItems,
  invoices,
  nfeDocuments,
  nfeRechecks,
  nfeReturnLines,
} from '#server/db/tables/index.ts';
import { isOutage } from '#server/failures.ts';
import { type WorkDeps, workContext } from '#server/jobs/workContext.ts';
import { pollLoop } from '#server/rounds.ts';
import { followPackagings } from '../../invoices/commands.ts';
import { backgroundAuthor } from '../startImport.ts';
import { judgeAgain, shareKeptNotes } from './judgeKept.ts';
import { BY_CODES, lacksItsNote } from './waitingNotes.ts';

type Recheck = typeof nfeRechecks.$inferSelect;

/** Changes of master data per transaction. */
const CHANGES = 500;
/** Notes that are marked, or judged, per transaction. */
const MARKED = 1_000;
const JUDGED = 50;

/**
 * Follows master data: marks the kept notes that a change may decide about, then judges what is marked, in batches. Several
 * processes may do it at once.
 */
export function followMasterData(deps: WorkDeps): { stop(): Promise<void> } {
  let failing = false;
  const turns = pollLoop(async () => {
    try {
      const found = await recheckSome(deps);
      failing = false;
      return found;
    } catch (err) {
      if (!failing) deps.log.warn({ err }, 'kept notes do not follow the master data');
      failing = true;
      return false;
    }
  });
  return { stop: turns.stop };
}

/** One step; false when there was nothing to do. */
export async function recheckSome(deps: WorkDeps): Promise<boolean> {
  const marked = await markChanged(deps.db);
  return (await judgeStale(deps)) || marked;
}

/** Marks what the next changes may decide about; false when there are none. A change stays until all of its notes are marked. */
export async function markChanged(db: Db): Promise<boolean> {
  const pending = await db.select().from(nfeRechecks).orderBy(asc(nfeRechecks.id)).limit(CHANGES);
  if (pending.length === 0) return false;
  const products = aboutOf(pending, 'PRODUTO');
  if (products.length > 0) await followPackagings(db, products);
  return db.transaction(async (tx) => {
    // Whoever has judged by the facts of before is done, so that its notes are found here.
    await lockUntilCommit(tx, LOCKS.keptNotes, '');
    const conditions = await conditionsOf(tx, pending);
    let full = false;
    for (const condition of conditions) full = (await mark(tx, condition)) === MARKED || full;
    if (!full)
      await tx.delete(nfeRechecks).where(
        inArray(
          nfeRechecks.id,
          pending.map(({ id }) => id),
        ),
      );
    return true;
  });
}

const aboutOf = (changes: readonly Recheck[], kind: Recheck['kind']): number[] => [
  ...new Set(changes.flatMap((change) => (change.kind === kind ? [change.about] : []))),
];

async function mark(tx: Tx, condition: SQL | undefined): Promise<number> {
  const found = tx
    .select({ id: nfeDocuments.id })
    .from(nfeDocuments)
    .where(and(eq(nfeDocuments.stale, false), condition))
    .limit(MARKED);
  const marked = await tx
    .update(nfeDocuments)
    .set({ stale: true })
    .where(inArray(nfeDocuments.id, found))
    .returning({ id: nfeDocuments.id });
  return marked.length;
}

/** Which notes the changes may decide about: one condition for each kind of change, each with an index of its own. */
async function conditionsOf(tx: Tx, changes: readonly Recheck[]): Promise<(SQL | undefined)[]> {
  const conditions: (SQL | undefined)[] = [];
  const ofKind = (kind: Recheck['kind'], condition: (ids: number[]) => SQL | undefined) => {
    const ids = aboutOf(changes, kind);
    if (ids.length > 0) conditions.push(condition(ids));
  };
  ofKind('FILIAL', (ids) => {
    const own = tx.select({ cnpj: branches.cnpj }).from(branches).where(inArray(branches.id, ids));
    return and(
      eq(nfeDocuments.state, 'EMITTER'),
      or(
        inArray(nfeDocuments.emitter, own),
        and(eq(nfeDocuments.kind, 'DEVOLUCAO_A_OUTRO'), inArray(nfeDocuments.receiver, own)),
      ),
    );
  });
  ofKind('CLIENTE', (ids) =>
    and(
      eq(nfeDocuments.state, 'BESIDE'),
      eq(nfeDocuments.kind, 'SEM_DESTINATARIO'),
      ne(nfeDocuments.receiver, ''),
      inArray(
        nfeDocuments.receiver,
        tx.select({ document: customers.document }).from(customers).where(inArray(customers.id, ids)),
      ),
    ),
  );
  ofKind('PRODUTO', (ids) =>
    inArray(
      nfeDocuments.id,
      tx
        .select({ id: nfeReturnLines.documentId })
        .from(nfeReturnLines)
        .where(and(inArray(nfeReturnLines.problem, ['PRODUTO', 'UNIDADE']), citesProduct(tx, ids))),
    ),
  );
  ofKind('NOTA', (ids) => {
    const keys = tx.select({ key: invoices.key }).from(invoices).where(inArray(invoices.id, ids));
    return and(
      or(inArray(nfeDocuments.refersTo, keys), arrayOverlaps(nfeDocuments.cites, sql`array(${keys})`)),
      lacksItsNote,
    );
  });
  const codes = aboutOf(changes, 'CFOP').length > 0 ? await salesCodes(tx) : [];
  if (codes.length > 0)
    conditions.push(
      and(
        eq(nfeDocuments.state, 'BESIDE'),
        inArray(nfeDocuments.kind, BY_CODES),
        arrayOverlaps(nfeDocuments.cfops, codes),
      ),
    );
  return conditions;
}

/** Whether the return note of a line cites a sale with one of the products. */
const citesProduct = (tx: Tx, productIds: number[]) => {
  const citing = sql`(select unnest(d.cites) from ${nfeDocuments} d where d.id = ${nfeReturnLines.documentId})`;
  return exists(
    tx
      .select({ one: sql`1` })
      .from(invoices)
      .innerJoin(invoiceItems, eq(invoiceItems.invoiceId, invoices.id))
      .where(and(sql`${invoices.key} in ${citing}`, inArray(invoiceItems.productId, productIds))),
  );
};

const salesCodes = async (tx: Tx): Promise<string[]> => [
  ...codesIn((await serviceParameters(tx)).cfopsDeVenda ?? ''),
];

/** Judges the next marked notes; false when there are none. */
async function judgeStale(deps: WorkDeps): Promise<boolean> {
  const next = await deps.db
    .select({ id: nfeDocuments.id })
    .from(nfeDocuments)
    .where(eq(nfeDocuments.stale, true))
    .orderBy(asc(nfeDocuments.id))
    .limit(JUDGED);
  if (next.length === 0) return false;
  const ids = next.map(({ id }) => id);
  try {
    await judge(deps, ids);
  } catch (err) {
    if (isOutage(err)) throw err;
    for (const id of ids) await judgeOne(deps, id);
  }
  return true;
}

/** One that cannot be written is left as it is; it would stop the others for ever. */
async function judgeOne(deps: WorkDeps, id: number): Promise<void> {
  try {
    await judge(deps, [id]);
  } catch (err) {
    if (isOutage(err)) throw err;
    deps.log.error({ err, document: id }, 'a kept note was not judged again');
    await deps.db.update(nfeDocuments).set({ stale: false }).where(eq(nfeDocuments.id, id));
  }
}

async function judge(deps: WorkDeps, ids: readonly number[]): Promise<void> {
  const author = await backgroundAuthor(deps.db);
  await deps.db.transaction(async (tx) => {
    await shareKeptNotes(tx);
    const rows = await tx
      .select()
      .from(nfeDocuments)
      .where(and(inArray(nfeDocuments.id, [...ids]), eq(nfeDocuments.stale, true)))
      .orderBy(asc(nfeDocuments.id))
      .for('update', { skipLocked: true });
    await judgeAgain(tx, workContext(deps, tx, author, { ip: '', requestId: 'notas-guardadas' }), rows);
  });
}
