import type { FreightChange } from '../../../contract/callcenter/quoteEditing.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import {
  dueFreight,
  type FreightRules,
  settledFreight,
} from '../../../contract/rules/freight/payableFreight.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import type { orders } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { carriersOfCustomer } from '../../sac/customers/queries.ts';
import type { KeptFreight } from '../freight/queries.ts';
import { fingerprintOf, goodsOf, openSeal, type SealedManual } from '../freight/queries.ts';
import { freightRulesOf } from '../freightRules.ts';
import type { OrderRecord } from '../orderLock.ts';

interface FreightWork {
  /** As the rest of the change leaves its header. */
  order: OrderRecord;
  frete: FreightChange;
}

export interface ChosenFreight {
  columns: Partial<typeof orders.$inferInsert>;
  /** For the customer's log. */
  text: string;
}

/** The freight that comes back from the freight call: what the carrier asked is what was sealed then. */
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
  const set = amountSet(frete, offer.asked, rules);
  const kept: KeptFreight = {
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
      freight: settledFreight(offer.asked, set, rules),
      freightOriginal: offer.asked,
      freightQuote: { ...kept },
      pickup: false,
    },
    text: freightText(kept, offer.asked, rules),
  };
}

/** What a person was told by a carrier that serves the customer, when the calculation could not say it. */
async function byHand(
  tx: Tx,
  { customerId }: OrderRecord,
  { frete, sealed, rules }: { frete: FreightChange; sealed: SealedManual; rules: FreightRules },
) {
  const { idTransp, valorOriginal: asked, prazo: days } = frete;
  if (idTransp === undefined || asked === undefined || days === undefined)
    throw invalid({
      ...(idTransp === undefined && { 'frete.idTransp': 'Escolha a transportadora.' }),
      ...(asked === undefined && { 'frete.valorOriginal': 'Informe o valor do frete.' }),
      ...(days === undefined && { 'frete.prazo': 'Informe o prazo em dias úteis.' }),
    });
  const carrier = (await carriersOfCustomer(tx, customerId)).find(({ id }) => id === idTransp);
  if (!carrier) throw notFound();
  const { floor } = sealed;
  if (floor !== null && !rules.mayWaive && compareDecimals(asked, floor) < 0)
    throw refused(
      'FRETE_ABAIXO_DAS_OFERTAS',
      `As transportadoras pediram a partir de ${formatMoney(floor, 2)}: informe esse valor ou mais, ou escolha uma oferta.`,
      { 'frete.valorOriginal': `Ao menos ${formatMoney(floor, 2)}.` },
    );
  return { carrierId: carrier.id, carrier: carrier.razSoc, asked, days, forecast: null };
}

/** Another amount than is reckoned; below it only where freight may be given away. */
function amountSet({ valorPagar }: FreightChange, asked: string, rules: FreightRules): string | null {
  const due = dueFreight(asked, rules);
  if (valorPagar === undefined || compareDecimals(valorPagar, due) === 0) return null;
  if (!rules.mayWaive && compareDecimals(valorPagar, due) < 0)
    throw refused('FRETE_ABONADO', 'O frete não pode ser menor do que o calculado.', {
      'frete.valorPagar': `O cliente paga ao menos ${formatMoney(due, 2)}.`,
    });
  return valorPagar;
}

function freightText({ kind, carrier, place, set }: KeptFreight, asked: string, rules: FreightRules): string {
  const due = dueFreight(asked, rules);
  const how = kind === 'MANUAL' ? 'Frete informado à mão' : 'Frete escolhido';
  const waived = set !== null && compareDecimals(set, due) < 0 ? `, abonado de ${formatMoney(due, 2)}` : '';
  const where = place ? ` até ${place}` : '';
  return `${how}: ${carrier}${where} por ${formatMoney(asked, 2)}, cliente paga ${formatMoney(set ?? due, 2)}${waived}`;
}
