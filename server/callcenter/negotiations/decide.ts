import { and, eq, sql } from 'drizzle-orm';
import { negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import type { Input } from '#contract/route.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { isStillAsked } from '#contract/rules/negotiations/authorizedPrice.ts';
import { readAuthorizedPrice, takesNegotiation } from '#contract/rules/negotiations/negotiatedPrice.ts';
import { lineTotal } from '#contract/rules/orders/orderTotals.ts';
import { discountOf } from '#contract/rules/orders/packaging.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { ServiceParameters } from '../../config/parameters/rules.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { orderItems, priceNegotiations } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { plainText } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { Results } from '../../writing/rowResults.ts';
import { writeTotals } from '../orderCore/commands.ts';
import {
  alreadyDecided,
  changedSince,
  type LockedRequests,
  lockRequests,
  notifyRequesters,
  recordPrices,
} from './record.ts';
import type { NegotiationRow } from './rows.ts';

type Authorize = typeof negotiationRoutes.authorize;
type Wanted = Input<Authorize>['body']['itens'][number];

/** Writes the prices into their quotes: the requested ones, or those set by the person who decides. */
export const authorizePrices = command(negotiationRoutes.authorize, async (tx, ctx, { body }) => {
  const results = new Results();
  const note = plainText(body.motivo ?? '').trim();
  const wanted = new Map(body.itens.map((each) => [each.id, each]));
  for await (const locked of lockRequests(tx, ctx, [...wanted.keys()], results))
    await authorizeOfQuote(tx, ctx, locked, { wanted, note, results });
  return results.answer();
});

interface Authorization {
  wanted: ReadonlyMap<number, Wanted>;
  note: string;
  results: Results;
}

async function authorizeOfQuote(
  tx: Tx,
  ctx: Context,
  { order, rows }: LockedRequests,
  { wanted, note, results }: Authorization,
): Promise<void> {
  const decided: (Decided & { price: Decimal })[] = [];
  const parameters = await serviceParameters(tx, order.branchId);
  for (const row of rows) {
    const { id } = row.negotiation;
    const requested = wanted.get(id);
    const price = await results.attempt(id, async () => {
      mayDecide(row, ctx, requested?.versao);
      const set = priceToSet(row, requested?.preco, ctx, parameters);
      await writePrice(tx, row, set);
      await close(tx, ctx, id, { status: 'A', decidedPrice: set, decisionNote: note });
      return set;
    });
    if (price === undefined) continue;
    results.done.push(id);
    decided.push({ ...decidedOf(row), price });
  }
  if (decided.length === 0) return;
  await writeTotals(tx, order.id);
  await recordPrices(tx, ctx, order, {
    action: 'AUTORIZAR_PRECO',
    words: ['Preço autorizado', 'preços autorizados'],
    prices: decided,
    told: decided.map(({ requesterId }) => requesterId),
    note,
  });
  await notifyRequesters(tx, ctx, order, decided, 'A');
}

/** Requires a reason, which the requester reads. The quote keeps its price. */
export const denyPrices = command(negotiationRoutes.deny, async (tx, ctx, { query }) => {
  const note = plainText(query.motivo).trim();
  if (!note) throw invalid({ motivo: 'Informe por que o preço foi negado.' });
  const results = new Results();
  for await (const { order, rows } of lockRequests(tx, ctx, query.ids, results)) {
    const decided: Decided[] = [];
    for (const row of rows) {
      const { id } = row.negotiation;
      const done = await results.attempt(id, async () => {
        mayDecide(row, ctx);
        await close(tx, ctx, id, { status: 'N', decisionNote: note });
        return true;
      });
      if (!done) continue;
      results.done.push(id);
      decided.push(decidedOf(row));
    }
    await recordPrices(tx, ctx, order, {
      action: 'NEGAR_PRECO',
      words: ['Preço negado', 'preços negados'],
      prices: decided,
      told: decided.map(({ requesterId }) => requesterId),
      note,
    });
    await notifyRequesters(tx, ctx, order, decided, 'N');
  }
  return results.answer();
});

interface Decided {
  id: number;
  requesterId: number;
  product: string;
  price: Decimal;
}

const decidedOf = ({ negotiation, product }: NegotiationRow): Decided => ({
  id: negotiation.id,
  requesterId: negotiation.requesterId,
  product: product.descricao,
  price: negotiation.requestedPrice,
});

function mayDecide(row: NegotiationRow, { user }: Context, versao?: number): void {
  if (row.negotiation.requesterId === user.id)
    throw refused('PROPRIA_SOLICITACAO', 'Você solicitou este preço: outra pessoa precisa decidir.');
  const refusal = alreadyDecided(row) ?? changedSince(row, versao);
  if (refusal) throw refusal;
}

function priceToSet(
  row: NegotiationRow,
  requested: string | number | undefined,
  { now }: Context,
  { quantidadeMinimaAutorizada, casasPreco }: ServiceParameters,
): Decimal {
  const { negotiation, order, branch } = row;
  if (!takesNegotiation(order, localDate(now(), branch.timeZone)))
    throw refused(
      'ORCAMENTO_FECHADO',
      'O orçamento não está mais em aberto: negue a solicitação, ou peça que o renovem.',
    );
  if (row.item.removed) throw refused('ITEM_REMOVIDO', 'O produto saiu do orçamento. Negue a solicitação.');
  const line = { ...row.item, tintId: row.item.tint?.idCor ?? null };
  if (!isStillAsked({ ...negotiation, leastPercent: quantidadeMinimaAutorizada }, line))
    throw refused(
      'ITEM_MUDOU',
      'A embalagem, a cor ou a quantidade do produto mudaram desde a solicitação. Negue-a e peça outra.',
    );
  const read = readAuthorizedPrice(
    requested ?? negotiation.requestedPrice,
    negotiation.listPrice,
    casasPreco,
  );
  if (!read.ok) throw refused('PRECO_INVALIDO', read.message);
  return read.value;
}

/** Writes the price to its line; the quote's taxes and totals are updated once after all of its lines. */
async function writePrice(tx: Tx, { negotiation }: NegotiationRow, price: Decimal): Promise<void> {
  const own = and(eq(orderItems.id, negotiation.itemId), eq(orderItems.orderId, negotiation.orderId));
  const [line] = await tx.select().from(orderItems).where(own);
  if (!line) return;
  const total = lineTotal(line.quantity, price);
  await tx
    .update(orderItems)
    .set({
      price,
      total,
      discountPercent: discountOf(line.listPrice, price),
      // An authorised price is not taken from the flex.
      flex: '0',
    })
    .where(own);
}

type Closing = Pick<typeof priceNegotiations.$inferInsert, 'status' | 'decidedPrice' | 'decisionNote'>;

const close = (tx: Tx, ctx: Context, id: number, closing: Closing) =>
  tx
    .update(priceNegotiations)
    .set({
      ...closing,
      deciderId: ctx.user.id,
      decidedAt: ctx.now(),
      version: sql`${priceNegotiations.version} + 1`,
    })
    .where(eq(priceNegotiations.id, id));
