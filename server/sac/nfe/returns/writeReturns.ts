import { and, asc, eq, isNull } from 'drizzle-orm';
import { type Decimal, isPositive, subtractDecimals } from '#contract/rules/decimal.ts';
import {
  type CitedLine,
  matchReturns,
  type ReturnProblem,
  unitFactors,
} from '#contract/rules/nfe/returnMatching.ts';
import { freeOf } from '#contract/rules/tickets/returnUnits.ts';
import type { Tx } from '#server/db/client.ts';
import { amongIds, amongTexts } from '#server/db/conditions.ts';
import {
  branches,
  invoiceItems,
  invoices,
  nfeDocuments,
  nfeReturnLines,
  packagings,
  paperDeductions,
  products,
} from '#server/db/tables/index.ts';
import { linesWith, lockLines } from '../../invoices/queries.ts';
import type { ClassifiedNote } from '../incoming.ts';

/** Stores the lines of return notes and takes what came back from the sales that they cite. `idOf`: the documents by key. */
export async function writeReturns(
  tx: Tx,
  files: readonly ClassifiedNote[],
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  const returns = files.flatMap((file) => {
    const id = idOf.get(file.read.note.key);
    return id !== undefined && file.verdict.kind === 'DEVOLUCAO_DE_CLIENTE' ? [{ id, file }] : [];
  });
  if (returns.length === 0) return;
  const rows = returns.flatMap(({ id, file }) =>
    file.read.note.lines.map(({ line, code, barcode, ncm, description, unit, quantity }) => ({
      ...{ documentId: id, line, code, barcode, ncm, description, unit, quantity },
    })),
  );
  for (let from = 0; from < rows.length; from += 2_000)
    await tx
      .insert(nfeReturnLines)
      .values(rows.slice(from, from + 2_000))
      .onConflictDoNothing();
  await matchAgain(
    tx,
    returns.map(({ id }) => id),
  );
}

type StoredLine = typeof nfeReturnLines.$inferSelect;

/**
 * Finds again which lines of the cited sales the return notes take from. What a person assigned stays. Called whenever a note,
 * a sale that it cites, or a product of it has arrived or changed; the lines of the sales are locked.
 */
export async function matchAgain(tx: Tx, documentIds: readonly number[]): Promise<void> {
  if (documentIds.length === 0) return;
  const documents = await tx
    .select({ id: nfeDocuments.id, cites: nfeDocuments.cites, branchId: branches.id })
    .from(nfeDocuments)
    .leftJoin(branches, eq(branches.cnpj, nfeDocuments.emitter))
    .where(amongIds(nfeDocuments.id, documentIds))
    .orderBy(asc(nfeDocuments.id));
  const stored = await tx
    .select()
    .from(nfeReturnLines)
    .where(and(amongIds(nfeReturnLines.documentId, documentIds), isNull(nfeReturnLines.assignedBy)))
    .orderBy(asc(nfeReturnLines.line), asc(nfeReturnLines.id))
    // Before the lines of the sale, as a person's assignment locks them; what a person has assigned meanwhile is left out.
    .for('update');
  if (stored.length === 0) return;
  const cited = await citedLines(
    tx,
    documents.flatMap(({ cites }) => cites),
    stored,
  );
  for (const { id, cites, branchId } of documents) {
    const lines = stored.filter(({ documentId }) => documentId === id);
    const theirs = cited.filter(({ invoiceKey }) => cites.includes(invoiceKey));
    if (theirs.length === 0) {
      await setProblem(tx, lines, 'VENDA');
      continue;
    }
    for (const { line, problem, taken } of matchReturns(lines, theirs, branchId !== null)) {
      const row = lines.find((each) => each.line === line);
      if (!row) continue;
      await setProblem(tx, [row], problem);
      if (taken.length > 0)
        await tx
          .insert(paperDeductions)
          .values(
            taken.map(({ id: invoiceItemId, units }) => ({ returnLineId: row.id, invoiceItemId, units })),
          );
      for (const { id: lineId, units } of taken) lower(cited, lineId, units);
    }
  }
}

type Cited = CitedLine & { invoiceKey: string };

/** The lines of the sales, without what `stored` has taken of them so far, which is given back here. */
async function citedLines(tx: Tx, keys: readonly string[], stored: readonly StoredLine[]): Promise<Cited[]> {
  const found = await tx
    .select({
      id: invoiceItems.id,
      invoiceKey: invoices.key,
      productId: products.id,
      barcode: products.barcode,
      ncm: invoiceItems.ncm,
      ownUnit: products.unit,
    })
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .innerJoin(products, eq(products.id, invoiceItems.productId))
    .where(amongTexts(invoices.key, [...new Set(keys)]));
  const ids = found.map(({ id }) => id);
  await lockLines(tx, ids);
  await tx.delete(paperDeductions).where(
    amongIds(
      paperDeductions.returnLineId,
      stored.map(({ id }) => id),
    ),
  );
  if (ids.length === 0) return [];
  const factsOf = new Map(found.map((row) => [row.id, row]));
  const packs = await tx
    .select()
    .from(packagings)
    .where(amongIds(packagings.productId, [...new Set(found.map(({ productId }) => productId))]));
  return (await linesWith(tx, amongIds(invoiceItems.id, ids))).flatMap((line) => {
    const facts = factsOf.get(line.id);
    if (!facts) return [];
    const { invoiceKey, barcode, ncm, ownUnit, productId } = facts;
    return [
      {
        ...{ id: line.id, invoiceKey, code: line.code, barcode, ncm, description: line.description },
        factors: unitFactors(
          line,
          ownUnit,
          packs.filter((each) => each.productId === productId),
        ),
        left: atLeastZero(freeOf(line)),
      },
    ];
  });
}

const atLeastZero = (value: Decimal): Decimal => (isPositive(value) ? value : '0');

/** The next note finds what the earlier ones left. */
function lower(cited: Cited[], id: number, units: Decimal): void {
  const line = cited.find((each) => each.id === id);
  if (line) line.left = atLeastZero(subtractDecimals(line.left, units));
}

const setProblem = async (tx: Tx, rows: readonly StoredLine[], problem: ReturnProblem | null) => {
  const ids = rows.flatMap((row) => (row.problem === problem ? [] : [row.id]));
  if (ids.length > 0)
    await tx.update(nfeReturnLines).set({ problem }).where(amongIds(nfeReturnLines.id, ids));
};
