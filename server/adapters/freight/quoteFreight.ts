import { and, asc, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import type { FreightLeg, FreightQuote } from '#contract/callcenter/orders/freight.ts';
import { compareDecimals, fixedDecimal } from '#contract/rules/decimal.ts';
import { deliveryDay } from '#contract/rules/freight/delivery.ts';
import { legPrice, placeFit, routePrice } from '#contract/rules/freight/rateTable.ts';
import type { Deps } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { carriers, freightLegs, freightRoutes } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { type AskRemote, clientFor } from '../remoteJson.ts';
import type { FreightQuotes, FreightRequest } from './readQuotes.ts';
import { readQuotes, refusalOf } from './readQuotes.ts';

/**
 * Quotes from the configured service, or from our rate tables when there is none. Throws a Refusal that explains how to
 * continue by hand when the service is slow, down or returns garbage, and one with the service's own message when it refuses.
 */
export async function quoteFreight(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  request: FreightRequest,
  ask: AskRemote | undefined = settings.freightUrl ? clientFor(settings.freightUrl, settings) : undefined,
): Promise<FreightQuotes> {
  if (!settings.freightUrl || !ask) return { quotes: await quotesOfTables(db, request), number: null };
  const answer = await ask(addressFor(settings.freightUrl, request)).catch(outOfReach);
  const refusal = refusalOf(answer);
  if (refusal) throw new Refusal(422, 'FRETE_RECUSADO', refusal);
  const names = await carrierNames(db);
  try {
    return { quotes: readQuotes(answer, names), number: numberOf(answer) };
  } catch {
    return outOfReach();
  }
}

function outOfReach(): never {
  throw new Refusal(
    503,
    'FRETE_FORA_DO_AR',
    'O cálculo de frete não respondeu. Informe a transportadora e o valor à mão, ou tente de novo em instantes.',
  );
}

function addressFor(template: string, request: FreightRequest): string {
  const { destination } = request;
  const values: Record<string, string> = {
    uf: destination.state,
    ibge: destination.ibge,
    cidade: destination.city,
    cep: destination.cep,
    peso: request.weight,
    total: request.total,
    tipo: request.freightType.key,
    redespacho: request.redispatch ? '1' : '0',
    condicional: request.conditionId === null ? '' : String(request.conditionId),
  };
  return template.replace(/\{(\w+)\}/g, (all, name: string) =>
    name in values ? encodeURIComponent(values[name] ?? '') : all,
  );
}

async function carrierNames(db: Deps['db']): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: carriers.id, name: carriers.tradeName })
    .from(carriers)
    .where(eq(carriers.active, true));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function numberOf(answer: unknown): string | null {
  const { numero } = answer as { numero?: unknown };
  return typeof numero === 'string' || typeof numero === 'number' ? String(numero).slice(0, 40) : null;
}

type Route = typeof freightRoutes.$inferSelect & { carrierName: string };
type Leg = typeof freightLegs.$inferSelect;

/** Quotes from our own rate tables: the narrowest matching route of each carrier, cheapest first. */
async function quotesOfTables(db: Executor, request: FreightRequest): Promise<FreightQuote[]> {
  const routes = narrowest(await routesTo(db, request), request);
  const legs = await legsOf(
    db,
    routes.map(({ id }) => id),
  );
  return routes.map((route) => quoteOf(route, legs.get(route.id) ?? [], request)).sort(byPrice);
}

async function routesTo(db: Executor, request: FreightRequest): Promise<Route[]> {
  const rows = await db
    .select({ route: freightRoutes, carrierName: carriers.tradeName })
    .from(freightRoutes)
    .innerJoin(carriers, eq(carriers.id, freightRoutes.carrierId))
    .where(
      and(
        eq(freightRoutes.state, request.destination.state),
        eq(freightRoutes.freightTypeId, request.freightType.id),
        eq(freightRoutes.redispatch, request.redispatch),
        request.conditionId === null
          ? isNull(freightRoutes.conditionId)
          : eq(freightRoutes.conditionId, request.conditionId),
        eq(freightRoutes.active, true),
        eq(carriers.active, true),
        or(isNull(freightRoutes.maxWeight), gte(freightRoutes.maxWeight, request.weight)),
      ),
    )
    .orderBy(asc(freightRoutes.id));
  return rows.map(({ route, carrierName }) => ({ ...route, carrierName }));
}

function narrowest(routes: readonly Route[], { destination }: FreightRequest): Route[] {
  const best = new Map<number, { route: Route; fit: number }>();
  for (const route of routes) {
    const fit = placeFit(route, destination);
    if (fit > (best.get(route.carrierId)?.fit ?? 0)) best.set(route.carrierId, { route, fit });
  }
  return [...best.values()].map(({ route }) => route);
}

async function legsOf(db: Executor, routeIds: readonly number[]): Promise<Map<number, Leg[]>> {
  const grouped = new Map<number, Leg[]>();
  if (routeIds.length === 0) return grouped;
  const rows = await db
    .select()
    .from(freightLegs)
    .where(inArray(freightLegs.routeId, [...routeIds]))
    .orderBy(asc(freightLegs.routeId), asc(freightLegs.sequence));
  for (const row of rows) grouped.set(row.routeId, [...(grouped.get(row.routeId) ?? []), row]);
  return grouped;
}

function quoteOf(route: Route, legs: readonly Leg[], request: FreightRequest): FreightQuote {
  const { total, today, isHoliday } = request;
  const trechos = legs.map((leg) => legOf(leg, request));
  const days = legs.reduce((sum, leg) => sum + leg.days, 0);
  const price = routePrice({
    legs: trechos.map(({ valor }) => valor),
    minimum: route.minimum,
    exemptFrom: route.exemptFrom,
    total,
  });
  return {
    idTransp: route.carrierId,
    nomeTransp: route.carrierName,
    prazo: days,
    previsao: deliveryDay({ from: today, days, weekdays: route.weekdays, isHoliday }),
    diasSemanaEntrega: route.weekdays,
    aConsultar: route.toConsult,
    valor: route.toConsult ? '0.00' : fixedDecimal(price, 2),
    vlMin: fixedDecimal(route.minimum, 2),
    vlIsenta: route.exemptFrom && fixedDecimal(route.exemptFrom, 2),
    selecionavel: !route.toConsult,
    trechos,
  };
}

const legOf = (leg: Leg, { weight, total }: FreightRequest): FreightLeg => ({
  modo: leg.mode,
  origem: leg.origin,
  tabela: leg.tableName,
  tipoTabela: leg.tableKind,
  prazo: leg.days,
  valor: fixedDecimal(legPrice(leg, weight, total), 2),
});

/** Quotes without a price come last. */
const byPrice = (a: FreightQuote, b: FreightQuote): number =>
  Number(a.aConsultar) - Number(b.aConsultar) || compareDecimals(a.valor, b.valor) || a.prazo - b.prazo;
