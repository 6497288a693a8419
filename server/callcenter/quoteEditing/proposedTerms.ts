import type { ProposedField, ProposedTerms } from '#contract/callcenter/quotes/proposedTerms.ts';
import type { QuoteChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import type { orders } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { carriersOfCustomer } from '../../sac/customers/queries.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { lastOwn, mayRead } from '../orders/queries.ts';
import { settingOfOrder } from '../productCore/queries.ts';
import { headerChange } from './headerChange.ts';

interface Proposal {
  terms: ProposedTerms;
  /** What of the quote's header is as it was in that order. */
  change: QuoteChange;
  columns: Partial<typeof orders.$inferInsert>;
}

/**
 * The terms of the customer's newest order with which a new quote may begin: each only if the person could choose it today. `null`
 * where there is nothing to propose.
 */
export async function proposedTerms(tx: Tx, ctx: Context, quote: OrderRecord): Promise<Proposal | null> {
  const last = await lastOwn({ db: tx, user: ctx.user }, quote.customerId);
  if (!last || !mayRead(ctx.user, last)) return null;
  const setting = await settingOfOrder(tx, ctx, quote);
  const offered = new Set((await carriersOfCustomer(tx, quote.customerId)).map(({ id }) => id));
  const campos: ProposedTerms['campos'] = [];
  const ended: string[] = [];
  for (const [field, value, name] of termsOf(last)) {
    const isCarrier = field === 'idTransportadora' || field === 'idRedespacho';
    const refusal =
      isCarrier && !offered.has(Number(value))
        ? GONE
        : await refusalOf(tx, ctx, quote, { [field]: value }, setting);
    if (refusal === null) campos.push({ campo: field, valor: value });
    // What the branch does not leave to its sellers is nothing that they could choose again.
    else if (refusal === GONE) ended.push(name);
  }
  if (campos.length === 0 && ended.length === 0) return null;
  const change: QuoteChange = Object.fromEntries(campos.map(({ campo, valor }) => [campo, valor]));
  return {
    terms: { pedido: { id: last.id, em: last.createdAt.toISOString() }, campos, escolherDeNovo: ended },
    change,
    columns: await headerChange(tx, ctx, quote, change, setting),
  };
}

const GONE = 404;

type Setting = Parameters<typeof headerChange>[4];

/** The rule of what is typed. */
async function refusalOf(
  tx: Tx,
  ctx: Context,
  quote: OrderRecord,
  change: QuoteChange,
  setting: Setting,
): Promise<number | null> {
  try {
    await headerChange(tx, ctx, quote, change, setting);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
}

/** The address first, because naming one clears carriers and pickup; who picks the goods up has no carrier. */
function termsOf(last: OrderRecord): [ProposedField, number | true, string][] {
  const terms: [ProposedField, number | true | null, string][] = [
    ['idEnderecoEntrega', last.deliveryAddressId, 'endereço de entrega'],
    ['idCobranca', last.paymentMethodId, 'forma de cobrança'],
    ['idPlano', last.paymentPlanId, 'plano de pagamento'],
    ['idTipoFrete', last.freightTypeId, 'tipo de frete'],
    ['retira', last.pickup || null, 'cliente retira'],
    ['idTransportadora', last.pickup ? null : last.carrierId, 'transportadora'],
    ['idRedespacho', last.pickup ? null : last.redispatchCarrierId, 'redespacho'],
  ];
  return terms.flatMap(([field, value, name]) => (value === null ? [] : [[field, value, name]]));
}
