import { and, eq } from 'drizzle-orm';
import type { QuoteChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { ServiceParameters } from '../../config/parameters/rules.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import {
  carriers,
  deliveryAddresses,
  freightTypes,
  type orders,
  paymentMethods,
  paymentPlans,
  priceTables,
  trafficSources,
} from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { NO_FREIGHT, storedFreight } from '../freight/queries.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { mayKeepTable, requireTable } from './priceTableChoice.ts';

type Columns = Partial<typeof orders.$inferInsert>;
interface Terms {
  parameters: ServiceParameters;
  today: CalendarDate;
}

/** Columns that a delivery address resets (document 002 section 4). */
const CLEARED: Columns = {
  pickup: false,
  carrierId: null,
  redispatchCarrierId: null,
  ...NO_FREIGHT,
};

/**
 * The columns that a header change writes, validated: every id exists and every choice is allowed. A freight chosen along
 * with them is validated by `chosenFreight`.
 */
export async function headerChange(
  tx: Tx,
  ctx: Pick<Context, 'user'>,
  order: OrderRecord,
  change: QuoteChange,
  terms: Terms,
): Promise<Columns> {
  requireDates(change, terms.today);
  requireChoices(order, change, terms);
  await requireRecords(tx, order, change);
  if (change.idTabelaPreco !== undefined) await requireTable(tx, ctx, order, change.idTabelaPreco);
  const moved =
    change.idEnderecoEntrega !== undefined && change.idEnderecoEntrega !== order.deliveryAddressId;
  return {
    ...given('validUntil', change.dtVal),
    ...given('scheduledOn', change.dtProgr),
    ...given('purchaseOrder', change.ordComp),
    ...given('paymentMethodId', change.idCobranca),
    ...given('paymentPlanId', change.idPlano),
    ...given('priceTableId', change.idTabelaPreco),
    ...given('freightTypeId', change.idTipoFrete),
    ...given('trafficSourceId', change.idOrigem),
    ...given('deliveryNote', change.obsEntrega),
    ...given('orderNote', change.obsPedido),
    ...given('customerNote', change.obsCliente),
    ...(moved && { ...CLEARED, deliveryAddressId: change.idEnderecoEntrega ?? null }),
    ...given('carrierId', change.idTransportadora),
    ...given('redispatchCarrierId', change.idRedespacho),
    ...given('pickup', change.retira),
    ...((change.frete === null || losesFreight(order, change)) && NO_FREIGHT),
  };
}

const given = <K extends keyof Columns>(key: K, value: Columns[K] | undefined): Columns =>
  value === undefined ? {} : ({ [key]: value } as Columns);

/** Whether the stored freight becomes invalid because carrier, freight type or route changed. */
function losesFreight(order: OrderRecord, change: QuoteChange): boolean {
  const freight = storedFreight(order);
  if (!freight) return false;
  const differs = <T>(given: T | undefined, held: T) => given !== undefined && given !== held;
  return (
    differs(change.idTipoFrete, order.freightTypeId) ||
    differs(change.idRedespacho, order.redispatchCarrierId) ||
    differs(change.idTransportadora, freight.carrierId) ||
    change.retira === true
  );
}

function requireDates({ dtVal, dtProgr }: QuoteChange, today: CalendarDate): void {
  if (dtVal && dtVal < today) throw invalid({ dtVal: 'A validade não pode ser anterior a hoje.' });
  if (dtVal && dtVal > addDays(today, 365)) throw invalid({ dtVal: 'A validade vai até um ano.' });
  if (dtProgr && dtProgr < today)
    throw invalid({ dtProgr: 'A data programada não pode ser anterior a hoje.' });
}

/** Refuses choices that the branch does not leave to its sellers. */
function requireChoices(order: OrderRecord, change: QuoteChange, { parameters }: Terms): void {
  const { idTipoFrete, idTransportadora } = change;
  if (!parameters.selecionaTipoFrete && idTipoFrete !== undefined && idTipoFrete !== order.freightTypeId)
    throw refused('TIPO_FRETE_FIXO', 'O tipo de frete não pode ser alterado nesta filial.', {
      idTipoFrete: 'Definido pela filial.',
    });
  const chosen = idTransportadora !== undefined && idTransportadora !== null;
  if (!parameters.selecionaTransportadora && chosen && idTransportadora !== order.carrierId)
    throw refused('TRANSPORTADORA_FIXA', 'Calcule o frete para escolher a transportadora.', {
      idTransportadora: 'Escolhida pelo cálculo do frete.',
    });
}

/** What a header refers to: how a change and a message name it, and where it must be active to be chosen. */
const TERMS = {
  paymentMethodId: { given: 'idCobranca', name: 'forma de cobrança', table: paymentMethods },
  paymentPlanId: { given: 'idPlano', name: 'plano de pagamento', table: paymentPlans },
  priceTableId: { given: 'idTabelaPreco', name: 'tabela de preços', table: priceTables },
  freightTypeId: { given: 'idTipoFrete', name: 'tipo de frete', table: freightTypes },
  trafficSourceId: { given: 'idOrigem', name: 'origem', table: trafficSources },
  carrierId: { given: 'idTransportadora', name: 'transportadora', table: carriers },
  redispatchCarrierId: { given: 'idRedespacho', name: 'redespacho', table: carriers },
  deliveryAddressId: { given: 'idEnderecoEntrega', name: 'endereço de entrega', table: deliveryAddresses },
} as const;
type Term = keyof typeof TERMS;
const terms = Object.keys(TERMS) as Term[];

/** An unknown, inactive or out-of-scope record answers 404, as everywhere. */
async function requireRecords(tx: Tx, order: OrderRecord, change: QuoteChange): Promise<void> {
  for (const term of terms) {
    const id = change[TERMS[term].given];
    if (typeof id === 'number' && id !== order[term] && !(await mayChoose(tx, order, term, id)))
      throw notFound();
  }
}

async function mayChoose(tx: Tx, { customerId }: OrderRecord, term: Term, id: number): Promise<boolean> {
  const { table } = TERMS[term];
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.id, id),
        eq(table.active, true),
        table === deliveryAddresses ? eq(deliveryAddresses.customerId, customerId) : undefined,
      ),
    );
  return found.length > 0;
}

/** The terms of an order that the person could not choose, so that a new quote does not begin with them. */
export async function endedTerms(
  tx: Tx,
  ctx: Pick<Context, 'user'>,
  order: OrderRecord,
): Promise<{ cleared: { [term in Term]?: null }; names: string[] }> {
  const ended: Term[] = [];
  for (const term of terms) {
    const id = order[term];
    if (id !== null && !(await mayChoose(tx, order, term, id))) ended.push(term);
    else if (term === 'priceTableId' && !(await mayKeepTable(tx, ctx, order))) ended.push(term);
  }
  return {
    cleared: Object.fromEntries(ended.map((term) => [term, null])),
    names: ended.map((term) => TERMS[term].name),
  };
}
