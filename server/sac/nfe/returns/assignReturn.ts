import { and, arrayOverlaps, eq, inArray, or } from 'drizzle-orm';
import type { Input } from '#contract/route.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { namedUnit, purchasedBase, readReturn, unknownUnit } from '#contract/rules/tickets/returnUnits.ts';
import { invoicePaperRoutes } from '#contract/sac/invoicePapers.ts';
import type { Tx } from '#server/db/client.ts';
import { invoiceItems, nfeDocuments, nfeReturnLines, paperDeductions } from '#server/db/tables/index.ts';
import { invalid, notFound } from '#server/errors.ts';
import { audit } from '#server/writing/audit.ts';
import { command } from '#server/writing/command.ts';
import { linesWith, lockLines, visibleInvoice } from '../../invoices/queries.ts';
import { lineDivides, unitsOfLine } from '../../invoices/rules.ts';

/**
 * A person says which lines of the sale a returned line takes from. Stays until somebody says otherwise; what
 * the same line takes from another sale stays, too.
 */
export const assignReturn = command(invoicePaperRoutes.assign, async (tx, ctx, { params, body }) => {
  const found = await visibleInvoice({ db: tx, user: ctx.user }, params.numNf);
  if (!found) throw notFound();
  const { id: invoiceId, key } = found.invoice;
  const line = await returnedLine(tx, params.id, invoiceId, key);
  const unitsTaken = await unitsOf(tx, invoiceId, body.itens);
  await tx
    .delete(paperDeductions)
    .where(
      and(
        eq(paperDeductions.returnLineId, line.id),
        inArray(
          paperDeductions.invoiceItemId,
          tx.select({ id: invoiceItems.id }).from(invoiceItems).where(eq(invoiceItems.invoiceId, invoiceId)),
        ),
      ),
    );
  if (unitsTaken.length > 0)
    await tx.insert(paperDeductions).values(unitsTaken.map((each) => ({ returnLineId: line.id, ...each })));
  await tx
    .update(nfeReturnLines)
    .set({ problem: null, assignedBy: ctx.user.id, assignedAt: ctx.now(), reason: body.motivo.trim() })
    .where(eq(nfeReturnLines.id, line.id));
  await audit(tx, ctx, {
    action: 'LIGAR_DEVOLUCAO',
    entity: 'invoices',
    entityId: invoiceId,
    before: { problema: line.problem ?? '' },
    after: {
      notaDeDevolucao: line.key,
      item: line.line,
      produto: line.description,
      itensDaNota: body.itens,
      motivo: body.motivo.trim(),
    },
  });
  const message =
    unitsTaken.length > 0
      ? 'Item ligado. O que pode ser devolvido já conta com ele.'
      : 'Registrado: este item não baixa nada desta nota.';
  return { data: { message } };
});

/** Locked, so that two people who assign it do so one after the other. */
async function returnedLine(tx: Tx, id: number, invoiceId: number, key: string) {
  const [line] = await tx
    .select({
      id: nfeReturnLines.id,
      line: nfeReturnLines.line,
      description: nfeReturnLines.description,
      problem: nfeReturnLines.problem,
      key: nfeDocuments.key,
    })
    .from(nfeReturnLines)
    .innerJoin(nfeDocuments, eq(nfeDocuments.id, nfeReturnLines.documentId))
    .where(
      and(
        eq(nfeReturnLines.id, id),
        or(arrayOverlaps(nfeDocuments.cites, [key]), eq(nfeDocuments.invoiceId, invoiceId)),
      ),
    )
    .for('update', { of: nfeReturnLines });
  if (!line) throw notFound();
  return line;
}

async function unitsOf(
  tx: Tx,
  invoiceId: number,
  given: Input<typeof invoicePaperRoutes.assign>['body']['itens'],
) {
  const ids = given.map(({ item }) => item);
  if (ids.length === 0) return [];
  await lockLines(tx, ids);
  const lines = new Map(
    (await linesWith(tx, and(eq(invoiceItems.invoiceId, invoiceId), inArray(invoiceItems.id, ids)))).map(
      (line) => [line.id, line],
    ),
  );
  return given.map(({ item, quantidade, unidade, fator }, index) => {
    const line = lines.get(item);
    const refuse = (field: string, message: string) => invalid({ [`itens.${index}.${field}`]: message });
    if (!line) throw refuse('item', 'Este item não é desta nota.');
    if (ids.indexOf(item) !== index) throw refuse('item', 'O item foi escolhido duas vezes.');
    const units = unitsOfLine(line);
    const unit = namedUnit(units, { unidade, fator });
    if (!unit) throw refuse('unidade', upperFirst(`${unknownUnit(units)}.`));
    const read = readReturn(quantidade, unit, {
      units,
      divides: lineDivides(line),
      rest: purchasedBase(line),
    });
    if (!read.ok) throw refuse('quantidade', upperFirst(`${read.cause}.`));
    return { invoiceItemId: item, units: read.value.base };
  });
}
