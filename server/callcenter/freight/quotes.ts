import { and, eq } from 'drizzle-orm';
import type { FreightAnswer, FreightQuote, freightRoutes } from '#contract/callcenter/orders/freight.ts';
import type { Input } from '#contract/route.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { type Destination, isElsewhere, placeText } from '#contract/rules/freight/delivery.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { quoteFreight } from '../../adapters/freight/quoteFreight.ts';
import type { FreightRequest } from '../../adapters/freight/readQuotes.ts';
import { serviceParameters, workCalendar } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { branches, freightTypes, orders } from '../../db/tables/index.ts';
import { invalid, notFound, Refusal } from '../../errors.ts';
import { carriersOfCustomer } from '../../sac/customers/queries.ts';
import { orderScope } from '../../session/scope.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import {
  fingerprintOf,
  freightSealer,
  goodsOf,
  type LoadedGoods,
  ownDestination,
  placeOf,
} from './queries.ts';

type QuotesInput = Input<typeof freightRoutes.quotes>;

/**
 * Carriers' offers for a quote's freight. An unknown destination or a service that does not answer is reported as `error`,
 * together with everything needed to enter carrier and value by hand.
 */
export async function freightQuotes({ params, query }: QuotesInput, ctx: Context): Promise<FreightAnswer> {
  const order = await visibleOrder(ctx, params.orcamentoId);
  const [freightType, parameters, serving] = await Promise.all([
    activeFreightType(ctx, query.idTipoFrete),
    serviceParameters(ctx.db, order.branchId),
    carriersOfCustomer(ctx.db, order.customerId),
  ]);
  const goods = await goodsOf(ctx.db, order.id);
  const answer = await ask({ query, ctx, freightType, order, goods, parameters });
  const consultation = await consultationReason(ctx.db, {
    order,
    requested: query,
    place: answer.destino,
    lines: goods.lines,
  });
  return {
    numero: '',
    destino: { uf: query.uf ?? '', cidade: '', ibge: '', cep: '' },
    ...answer,
    ...(await sealed(ctx, fingerprintOf(order, goods), answer, consultation)),
    calculo: {
      percentualEmbutido: parameters.percentualFreteEmbutido,
      minimoIsencao: parameters.minimoIsencaoFrete,
      valorPago: order.paid,
      clientePaga: freightType.buyerPays,
      podeAbonar: parameters.permiteAbonarFrete,
    },
    transportadoras: serving.map(({ id, razSoc }) => ({ id, nome: razSoc })),
  };
}

type Requested = Pick<FreightAnswer, 'error'> &
  Partial<Pick<FreightAnswer, 'numero' | 'destino'>> & { cotacoes?: FreightQuote[] };

/** Adds the seals with which an offer can be chosen; offers that are for information only get none. */
async function sealed(
  { db, now }: Context,
  print: string,
  { cotacoes = [], numero = '', destino }: Requested,
  consultation: Consultation | null,
): Promise<Pick<FreightAnswer, 'cotacoes' | 'consulta' | 'outroDestino' | 'seloManual'>> {
  if (consultation !== null)
    return {
      consulta: consultation.text,
      outroDestino: consultation.isElsewhere,
      seloManual: null,
      cotacoes: cotacoes.map((quote) => ({ ...quote, selecionavel: false, selo: null })),
    };
  const seal = await freightSealer(db, now());
  const destination = destino ?? NOWHERE;
  const place = placeText(destination);
  const priced = cotacoes.filter(({ aConsultar }) => !aConsultar).map(({ valor }) => valor);
  const floor = priced.reduce<string | null>(
    (least, valor) => (least !== null && compareDecimals(least, valor) <= 0 ? least : valor),
    null,
  );
  return {
    consulta: null,
    outroDestino: false,
    seloManual: seal({ kind: 'MANUAL', print, number: numero, floor, place, destination }),
    cotacoes: cotacoes.map((quote) => ({
      ...quote,
      selo: quote.selecionavel
        ? seal({
            kind: 'OFERTA',
            print,
            carrierId: quote.idTransp,
            carrier: quote.nomeTransp,
            number: numero,
            price: quote.valor,
            days: quote.prazo,
            forecast: quote.previsao,
            place,
            destination,
          })
        : null,
    })),
  };
}

const NOWHERE: Destination = { uf: '', cidade: '', ibge: '', cep: '' };

interface Question {
  query: QuotesInput['query'];
  ctx: Context;
  freightType: typeof freightTypes.$inferSelect;
  order: Awaited<ReturnType<typeof visibleOrder>>;
  goods: LoadedGoods;
  parameters: Awaited<ReturnType<typeof serviceParameters>>;
}

async function ask(question: Question): Promise<Requested> {
  const { query, ctx, order } = question;
  let destino: Destination | undefined;
  try {
    destino = await placeOf(ctx, query);
    const { quotes, number } = await quoteFreight(ctx, requestOf(question, destino));
    return { cotacoes: quotes, numero: number ?? numberOf(order.id, ctx.now()), destino };
  } catch (failure) {
    // Invalid input is refused as usual; a failed calculation does not stop the user's work.
    if (!(failure instanceof Refusal) || failure.code === 'DADOS_INVALIDOS') throw failure;
    ctx.log.warn({ code: failure.code, order: order.id }, 'freight was not quoted');
    return { error: { message: failure.message }, ...(destino && { destino }) };
  }
}

function requestOf(
  { query, ctx, freightType, order, goods, parameters }: Question,
  place: Destination,
): FreightRequest {
  const { isHoliday } = workCalendar(parameters, order.zone);
  return {
    freightType,
    destination: { state: place.uf, city: place.cidade, ibge: place.ibge, cep: place.cep },
    // The goods of a quote are known here; trusting the client would let it claim less weight.
    weight: goods.lines > 0 ? goods.weight : query.peso,
    total: goods.lines > 0 ? goods.total : query.total,
    redispatch: query.redespacho === 1,
    conditionId: query.condicionais?.[0] ?? null,
    today: localDate(ctx.now(), order.zone),
    isHoliday,
  };
}

/** Identifies a calculation from our own tables by quote and minute. */
const numberOf = (orderId: number, at: Date): string =>
  `${orderId}-${at.toISOString().slice(0, 16).replace(/\D/g, '')}`;

/** A quote, or the order it became, within the user's scope. */
export async function visibleOrder({ db, user }: Pick<Context, 'db' | 'user'>, id: number) {
  const [row] = await db
    .select({
      id: orders.id,
      customerId: orders.customerId,
      branchId: orders.branchId,
      groupId: orders.groupId,
      stage: orders.stage,
      deliveryAddressId: orders.deliveryAddressId,
      freightTypeId: orders.freightTypeId,
      redispatchCarrierId: orders.redispatchCarrierId,
      paid: orders.freightPaid,
      zone: branches.timeZone,
    })
    .from(orders)
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .where(and(eq(orders.id, id), orderScope(user)));
  if (!row) throw notFound();
  return row;
}

async function activeFreightType({ db }: Pick<Context, 'db'>, id: number) {
  const [row] = await db
    .select()
    .from(freightTypes)
    .where(and(eq(freightTypes.id, id), eq(freightTypes.active, true)));
  if (!row) throw invalid({ idTipoFrete: 'Escolha um tipo de frete da lista.' });
  return row;
}

type RequestedAgain = Input<typeof freightRoutes.quotes>['query'];
type Quote = Pick<
  OrderRecord,
  'stage' | 'customerId' | 'deliveryAddressId' | 'freightTypeId' | 'redispatchCarrierId'
>;

interface Calculation {
  order: Quote;
  requested: RequestedAgain;
  /** The resolved destination; without it the requested one counts. */
  place: Destination | undefined;
  lines: number;
}

interface Consultation {
  text: string;
  /** Whether only the destination differs; if it were the quote's delivery address, the offers could be chosen. */
  isElsewhere: boolean;
}

/**
 * Why no offer of a calculation can be chosen for its quote; `null` when one can. Freight belongs to its destination, even
 * for users who may waive it, and a calculation for another freight type or other goods would be a way to lower it.
 */
async function consultationReason(db: Executor, calculation: Calculation): Promise<Consultation | null> {
  const text = otherFreight(calculation);
  if (text !== null) return { text, isElsewhere: false };
  // Redispatched goods travel to the place where the other carrier takes over.
  if (calculation.order.redispatchCarrierId !== null) return null;
  const own = await ownDestination(db, calculation.order);
  return isElsewhere(own, requestedPlace(calculation)) ? { text: ELSEWHERE, isElsewhere: true } : null;
}

const ELSEWHERE =
  'Este não é o lugar da entrega: o cálculo serve só de consulta. Para usar um destes fretes, faça deste lugar o endereço de entrega do orçamento.';

function otherFreight({ order, requested, lines }: Calculation): string | null {
  if (order.stage !== 'ORCAMENTO') return 'Já é um pedido: o cálculo serve só de consulta.';
  if (lines === 0) return 'O orçamento ainda não tem itens: o cálculo serve só de consulta.';
  if (requested.idTipoFrete !== order.freightTypeId)
    return 'Este não é o tipo de frete do orçamento: o cálculo serve só de consulta.';
  const redispatched = order.redispatchCarrierId !== null;
  if ((requested.redespacho === 1) !== redispatched)
    return 'O redespacho não é o do orçamento: o cálculo serve só de consulta.';
  return null;
}

/** The resolved destination, or else the requested one. */
const requestedPlace = ({ requested, place }: Calculation): Destination =>
  place ?? {
    uf: requested.uf ?? '',
    cidade: requested.cidade ?? '',
    ibge: '',
    cep: requested.cepEntrega ?? '',
  };
