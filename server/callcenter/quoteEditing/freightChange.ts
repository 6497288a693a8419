import type { FreightChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import {
  dueFreight,
  exceedsQuotedGoods,
  FREIGHT_REMOVED_NOTICE,
  type FreightRules,
  settledFreight,
} from '#contract/rules/freight/payableFreight.ts';
import type { MoveRefusal } from '#contract/rules/orders/orderMoves.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import type { orders } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { carriersOfCustomer } from '../../sac/customers/queries.ts';
import {
  destinationMismatchText,
  fingerprintOf,
  goodsOf,
  openSeal,
  type SealedManual,
  type StoredFreight,
  storedFreight,
} from '../freight/queries.ts';
import type { OrderRecord, SumsWritten } from '../orderCore/commands.ts';
import { freightRulesOf } from '../orderCore/queries.ts';

interface FreightWork {
  /** With the header as the rest of the change leaves it. */
  order: OrderRecord;
  frete: FreightChange;
}

interface ChosenFreight {
  columns: Partial<typeof orders.$inferInsert>;
  /** The entry for the customer's log. */
  text: string;
}

/** The freight chosen from an earlier calculation; the carrier's price is taken from the seal made then. */
export async function chosenFreight(
  tx: Tx,
  ctx: Context,
  { order, frete }: FreightWork,
): Promise<ChosenFreight> {
  const sealed = await openSeal(tx, frete.selo, ctx.now());
  const goods = await goodsOf(tx, order.id);
  if (sealed.print !== fingerprintOf(order, goods))
    throw refused(
      'FRETE_DESATUALIZADO',
      'O orçamento mudou depois do cálculo do frete. Calcule de novo e escolha uma oferta.',
    );
  const rules = await freightRulesOf(tx, order, goods.total);
  const offer = sealed.kind === 'OFERTA' ? sealed : await byHand(tx, order, { frete, sealed, rules });
  const set = amountSet(frete, offer.price, rules);
  const freight: StoredFreight = {
    kind: sealed.kind,
    carrierId: offer.carrierId,
    carrier: offer.carrier,
    number: sealed.number,
    days: offer.days,
    forecast: offer.forecast,
    place: sealed.place,
    destination: sealed.destination,
    set,
    weight: goods.weight,
    total: goods.total,
  };
  return {
    columns: {
      carrierId: offer.carrierId,
      freight: settledFreight(offer.price, set, rules),
      freightOriginal: offer.price,
      freightQuote: { ...freight },
      pickup: false,
    },
    text: freightText(freight, offer.price, rules),
  };
}

/** Freight entered by hand, as agreed with a carrier that serves the customer when the calculation gave no price. */
async function byHand(
  tx: Tx,
  { customerId }: OrderRecord,
  { frete, sealed, rules }: { frete: FreightChange; sealed: SealedManual; rules: FreightRules },
) {
  const { idTransp, valorOriginal: price, prazo: days } = frete;
  if (idTransp === undefined || price === undefined || days === undefined)
    throw invalid({
      ...(idTransp === undefined && { 'frete.idTransp': 'Escolha a transportadora.' }),
      ...(price === undefined && { 'frete.valorOriginal': 'Informe o valor do frete.' }),
      ...(days === undefined && { 'frete.prazo': 'Informe o prazo em dias úteis.' }),
    });
  const carrier = (await carriersOfCustomer(tx, customerId)).find(({ id }) => id === idTransp);
  if (!carrier) throw notFound();
  const { floor } = sealed;
  if (floor !== null && !rules.mayWaive && compareDecimals(price, floor) < 0)
    throw refused(
      'FRETE_ABAIXO_DAS_OFERTAS',
      `As transportadoras pediram a partir de ${formatMoney(floor, 2)}: informe esse valor ou mais, ou escolha uma oferta.`,
      { 'frete.valorOriginal': `Ao menos ${formatMoney(floor, 2)}.` },
    );
  return { carrierId: carrier.id, carrier: carrier.razSoc, price, days, forecast: null };
}

/** The payable amount if it differs from the calculated one; a lower one is allowed only where freight may be waived. */
function amountSet({ valorPagar }: FreightChange, price: string, rules: FreightRules): string | null {
  const due = dueFreight(price, rules);
  if (valorPagar === undefined || compareDecimals(valorPagar, due) === 0) return null;
  if (!rules.mayWaive && compareDecimals(valorPagar, due) < 0)
    throw refused('FRETE_ABONADO', 'O frete não pode ser menor do que o calculado.', {
      'frete.valorPagar': `O cliente paga ao menos ${formatMoney(due, 2)}.`,
    });
  return valorPagar;
}

function freightText(
  { kind, carrier, place, set }: StoredFreight,
  price: string,
  rules: FreightRules,
): string {
  const due = dueFreight(price, rules);
  const how = kind === 'MANUAL' ? 'Frete informado à mão' : 'Frete escolhido';
  const waived = set !== null && compareDecimals(set, due) < 0 ? `, abonado de ${formatMoney(due, 2)}` : '';
  const where = place ? ` até ${place}` : '';
  return `${how}: ${carrier}${where} por ${formatMoney(price, 2)}, cliente paga ${formatMoney(set ?? due, 2)}${waived}`;
}

interface Changed {
  order: OrderRecord;
  next: OrderRecord;
  sums: SumsWritten;
}

/** Text about a freight that changed as a side effect; '' when none did. */
export function freightNotice({ order, next, sums }: Changed): string {
  if (storedFreight(order) && !storedFreight(next))
    return next.pickup
      ? `${FREIGHT_REMOVED_NOTICE}: o cliente busca a mercadoria.`
      : `${FREIGHT_REMOVED_NOTICE}: a entrega mudou. Calcule de novo.`;
  if (!sums.freight) return '';
  const { before, now } = sums.freight;
  if (compareDecimals(now, before) < 0)
    return `O frete baixou de ${formatMoney(before, 2)} para ${formatMoney(now, 2)} com o novo total.`;
  return compareDecimals(before, '0') === 0
    ? `O frete deixou de ser isento com o novo total: ${formatMoney(now, 2)}.`
    : `O frete subiu de ${formatMoney(before, 2)} para ${formatMoney(now, 2)} com o novo total.`;
}

/** What has to be redone about the freight before the quote can become an order, each with its code. */
export async function freightProblems(db: Executor, order: OrderRecord): Promise<MoveRefusal[]> {
  const [outgrown, misplaced] = await Promise.all([
    outdatedFreightText(db, order),
    destinationMismatchText(db, order),
  ]);
  return [
    ...(misplaced ? [{ code: 'FRETE_DE_OUTRO_DESTINO', message: misplaced }] : []),
    ...(outgrown ? [{ code: 'FRETE_DESATUALIZADO', message: outgrown }] : []),
  ];
}

const OUTGROWN = 'Os itens cresceram depois do cálculo do frete. Calcule o frete de novo.';

/** A text if carriers have to be asked again because the goods have outgrown the calculation; otherwise ''. */
async function outdatedFreightText(db: Executor, order: OrderRecord): Promise<string> {
  const freight = storedFreight(order);
  if (!freight) return '';
  const goods = await goodsOf(db, order.id);
  const rules = await freightRulesOf(db, order, goods.total);
  return exceedsQuotedGoods(goods, freight, rules) ? OUTGROWN : '';
}
