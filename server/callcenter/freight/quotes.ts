import { and, eq } from 'drizzle-orm';
import type { FreightAnswer, FreightQuote, freightRoutes } from '../../../contract/callcenter/freight.ts';
import type { Input } from '../../../contract/route.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { type Destination, isElsewhere, placeText } from '../../../contract/rules/freight/delivery.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
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
import { placeOf } from './destination.ts';
import { fingerprintOf, freightSealer, goodsOf, type LoadedGoods, ownDestination } from './queries.ts';

type QuotesInput = Input<typeof freightRoutes.quotes>;

/**
 * What carriers ask for a quote's freight. A destination that nobody knows and a service that does not answer are told
 * as `error` beside all that is needed to name carrier and value by hand.
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
    asked: query,
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

type Asked = Pick<FreightAnswer, 'error'> &
  Partial<Pick<FreightAnswer, 'numero' | 'destino'>> & { cotacoes?: FreightQuote[] };

/** With what lets a choice come back; what only informs gets nothing of it. */
async function sealed(
  { db, now }: Context,
  print: string,
  { cotacoes = [], numero = '', destino }: Asked,
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
            asked: quote.valor,
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

async function ask(question: Question): Promise<Asked> {
  const { query, ctx, order } = question;
  let destino: Destination | undefined;
  try {
    destino = await placeOf(ctx, query);
    const { quotes, number } = await quoteFreight(ctx, requestOf(question, destino));
    return { cotacoes: quotes, numero: number ?? numberOf(order.id, ctx.now()), destino };
  } catch (failure) {
    // What was asked wrongly is refused as everywhere; what could not be known is no end of the work.
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
    // What a quote holds is known here: a lighter one would be asked for less.
    weight: goods.lines > 0 ? goods.weight : query.peso,
    total: goods.lines > 0 ? goods.total : query.total,
    redispatch: query.redespacho === 1,
    conditionId: query.condicionais?.[0] ?? null,
    today: localDate(ctx.now(), order.zone),
    isHoliday,
  };
}

/** Names a calculation of our own tables: the quote and the minute. */
const numberOf = (orderId: number, at: Date): string =>
  `${orderId}-${at.toISOString().slice(0, 16).replace(/\D/g, '')}`;

/** A quote, or the order that it became, within what the person may see. */
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

type AskedAgain = Input<typeof freightRoutes.quotes>['query'];
type Quote = Pick<
  OrderRecord,
  'stage' | 'customerId' | 'deliveryAddressId' | 'freightTypeId' | 'redispatchCarrierId'
>;

interface Calculation {
  order: Quote;
  asked: AskedAgain;
  /** As it was looked up; without it what was asked counts. */
  place: Destination | undefined;
  lines: number;
}

interface Consultation {
  text: string;
  /** Only the place differs: as its delivery address the offers could be chosen. */
  isElsewhere: boolean;
}

/**
 * Why nothing of a calculation can be chosen for its quote; `null` when it can. A freight belongs to its destination,
 * whoever may give freight away; one of another kind or of other goods would be a way to lower it.
 */
async function consultationReason(db: Executor, calculation: Calculation): Promise<Consultation | null> {
  const text = otherFreight(calculation);
  if (text !== null) return { text, isElsewhere: false };
  // What is handed over to another carrier travels to the place of the handing over.
  if (calculation.order.redispatchCarrierId !== null) return null;
  const own = await ownDestination(db, calculation.order);
  return isElsewhere(own, askedPlace(calculation)) ? { text: ELSEWHERE, isElsewhere: true } : null;
}

const ELSEWHERE =
  'Este não é o lugar da entrega: o cálculo serve só de consulta. Para usar um destes fretes, faça deste lugar o endereço de entrega do orçamento.';

function otherFreight({ order, asked, lines }: Calculation): string | null {
  if (order.stage !== 'ORCAMENTO') return 'Já é um pedido: o cálculo serve só de consulta.';
  if (lines === 0) return 'O orçamento ainda não tem itens: o cálculo serve só de consulta.';
  if (asked.idTipoFrete !== order.freightTypeId)
    return 'Este não é o tipo de frete do orçamento: o cálculo serve só de consulta.';
  const redispatched = order.redispatchCarrierId !== null;
  if ((asked.redespacho === 1) !== redispatched)
    return 'O redespacho não é o do orçamento: o cálculo serve só de consulta.';
  return null;
}

/** As it was looked up, else as it was asked. */
const askedPlace = ({ asked, place }: Calculation): Destination =>
  place ?? { uf: asked.uf ?? '', cidade: asked.cidade ?? '', ibge: '', cep: asked.cepEntrega ?? '' };
