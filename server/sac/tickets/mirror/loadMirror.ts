import { and, asc, eq, gt } from 'drizzle-orm';
import { isPositive } from '#contract/rules/decimal.ts';
import { shownPrice } from '#contract/rules/nfe/notePrice.ts';
import { trustMark } from '#contract/rules/nfe/noteTrust.ts';
import { type LineFigures, lineFigures, totalFigures } from '#contract/rules/tickets/ticketLines.ts';
import type { Mirror, MirrorLine, MirrorTotals } from '#contract/sac/tickets/ticketItems.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { invoiceItems, invoices, products, ticketItems, tickets } from '#server/db/tables/index.ts';
import { isOutside } from '#server/session/scope.ts';
import { noteTrust } from '../../invoices/queries.ts';
import { figuredLine, givenBefore, priceIn, toldUnit } from '../lineFigures.ts';
import { requireVisibleTicket } from '../queries.ts';

export interface LoadedMirror {
  lines: MirrorLine[];
  totals: MirrorTotals;
}

/** The lines to be returned as far as is known now, with what their invoices charged for them. */
export async function loadMirror(db: Executor, ticketId: number): Promise<LoadedMirror> {
  const rows = await selectReturning(db, ticketId);
  const returning = rows
    .map((row) => ({ row, figures: lineFigures(figuredLine(row.item, row.line, row.before)) }))
    .filter(({ figures }) => isPositive(figures.quantity));
  return {
    lines: returning.map(({ row, figures }) => mirrorLine(row, figures)),
    totals: totalFigures(returning.map(({ figures }) => figures)),
  };
}

/** Returns the mirror to anyone who may see the ticket; only staff see the tolerance for differences. */
export async function ticketMirror(ticketId: number, { db, user }: Context): Promise<Mirror> {
  await requireVisibleTicket(db, user, ticketId);
  const { lines, totals } = await loadMirror(db, ticketId);
  return {
    itens: lines,
    totais: totals,
    tolerancia: isOutside(user) ? null : await toleranceOf(db, ticketId),
  };
}

async function toleranceOf(db: Executor, ticketId: number) {
  const [ticket] = await db
    .select({ branchId: tickets.branchId })
    .from(tickets)
    .where(eq(tickets.id, ticketId));
  return (await serviceParameters(db, ticket?.branchId)).toleranciaEspelho;
}

const selectReturning = (db: Executor, ticketId: number) =>
  db
    .select({
      item: ticketItems,
      line: invoiceItems,
      invoice: invoices,
      code: products.code,
      before: givenBefore,
      trust: noteTrust,
    })
    .from(ticketItems)
    .innerJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .innerJoin(products, eq(products.id, ticketItems.productId))
    .where(
      and(eq(ticketItems.ticketId, ticketId), eq(ticketItems.status, 'A'), gt(ticketItems.authorized, '0')),
    )
    .orderBy(asc(ticketItems.line));

type Row = Awaited<ReturnType<typeof selectReturning>>[number];

const mirrorLine = (
  { item, line, invoice, code, trust }: Row,
  { quantity, products: value, taxes, total }: LineFigures,
): MirrorLine => ({
  id: item.id,
  idExibicao: code,
  descricao: item.description,
  ...toldUnit(item, line),
  nfe: invoice.number,
  chave_nota: invoice.key,
  data_nota: invoice.issuedOn,
  avisoNota: trustMark(trust),
  qtd: quantity,
  valor_sem_imposto: priceIn(shownPrice(line), item, line),
  vlProdutos: value,
  impostos: taxes,
  vlTot: total,
});
