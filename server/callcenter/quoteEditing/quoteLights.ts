import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { TrafficLights } from '#contract/callcenter/quotes/quoteEditing.ts';
import { addDecimals, compareDecimals } from '#contract/rules/decimal.ts';
import { availableStock, stockStatusOf } from '#contract/rules/orders/shownStock.ts';
import {
  type Light,
  type LightName,
  RELEASABLE,
  trafficLights,
  unreleasedRedLights,
} from '#contract/rules/orders/trafficLights.ts';
import { lateUntil } from '#contract/rules/sales/titleDue.ts';
import { daysBetween } from '#contract/rules/time/calendarDate.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { invoices, invoiceTitles, orders } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { plainText } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { lockOrder, type OrderRecord } from '../orderCore/commands.ts';
import { creditFacts, shownOrder } from '../orderCore/queries.ts';
import { type SaleSetting, visibleOrder } from '../productCore/queries.ts';
import { stockFactsOf } from '../productCore/rules.ts';
import { loadedQuote } from './loadedQuote.ts';
import { activeLines, type PricedLine } from './quoteLines.ts';
import { repackedOf } from './repackedLines.ts';

interface StoredRelease {
  cores: LightName[];
  total: string;
  motivo: string;
  por: string;
  em: string;
}

/** The current state of a quote's traffic lights. */
async function lightsOf(db: Executor, ctx: Context, order: OrderRecord): Promise<TrafficLights> {
  const lights = await evaluatedLights(db, ctx, order);
  const release = releaseOf(order);
  return {
    sinaleiras: lights,
    liberacao: release,
    pendentes: unreleasedRedLights(lights, release, order.total).map(({ nome }) => nome),
  };
}

export const readLights = async (db: Executor, ctx: Context, id: number): Promise<TrafficLights> =>
  lightsOf(db, ctx, await visibleOrder(db, ctx, id));

/** For turning a quote into an order: the red lights that were not overridden. */
export async function redLights(db: Executor, ctx: Context, order: OrderRecord): Promise<Light[]> {
  return unreleasedRedLights(await evaluatedLights(db, ctx, order), releaseOf(order), order.total);
}

interface Wanted {
  id: number;
  versao?: number | undefined;
}

/** Evaluates the lights and stores the result with the quote. */
export async function evaluateLights(tx: Tx, ctx: Context, { id, versao }: Wanted): Promise<TrafficLights> {
  const order = await lockOrder(tx, ctx, { id, stage: 'ORCAMENTO', versao });
  const found = await lightsOf(tx, ctx, order);
  await storeLights(tx, ctx, order, found, { text: 'Situação da venda avaliada' });
  return found;
}

/** Overrides the red lights with a reason, for this total or a lower one. */
export async function releaseLights(
  tx: Tx,
  ctx: Context,
  { id, versao, motivo: given }: Wanted & { motivo: string },
): Promise<TrafficLights> {
  const motivo = plainText(given).trim();
  const order = await lockOrder(tx, ctx, { id, stage: 'ORCAMENTO', versao });
  const lights = await evaluatedLights(tx, ctx, order);
  const red = lights
    .filter(({ nome, cor }) => cor === 'VERMELHO' && RELEASABLE.includes(nome))
    .map(({ nome }) => nome);
  if (red.length === 0) throw refused('NADA_A_LIBERAR', 'Não há nada a liberar neste orçamento.');
  const found: TrafficLights = {
    sinaleiras: lights,
    liberacao: { cores: red, motivo, por: ctx.user.name, em: ctx.now().toISOString() },
    pendentes: [],
  };
  await storeLights(tx, ctx, order, found, {
    text: `Venda liberada: ${motivo}`,
    covers: order.total,
  });
  return found;
}

/** `covers`: the total up to which a release holds that is given now; the one before keeps its own. */
async function storeLights(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  found: TrafficLights,
  { text, covers = releaseOf(order)?.total ?? order.total }: { text: string; covers?: string },
) {
  const release = found.liberacao && { ...found.liberacao, total: covers };
  await tx
    .update(orders)
    .set({
      lights: { sinaleiras: found.sinaleiras, em: ctx.now().toISOString(), liberacao: release },
      version: order.version + 1,
      updatedAt: ctx.now(),
    })
    .where(eq(orders.id, order.id));
  await logCustomer(tx, ctx, { customerId: order.customerId, type: 'ORCAMENTO', itemId: order.id, text });
  await audit(tx, ctx, {
    action: 'ALTERAR',
    entity: 'orders',
    entityId: order.id,
    after: { sinaleiras: found.sinaleiras.map(({ nome, cor }) => `${nome} ${cor}`), liberacao: release },
  });
}

const releaseOf = ({ lights }: OrderRecord): StoredRelease | null =>
  (lights?.liberacao as StoredRelease | null | undefined) ?? null;

async function evaluatedLights(db: Executor, ctx: Context, stored: OrderRecord): Promise<Light[]> {
  const loaded = await loadedQuote(db, ctx, stored);
  const { order } = await shownOrder(db, stored, repackedOf(loaded.lines));
  const lines = activeLines(loaded.lines);
  const { setting } = loaded.terms;
  const [credit, late] = await Promise.all([
    creditFacts(db, order, setting.parameters),
    lateTitles(db, order.customerId, setting),
  ]);
  return trafficLights({
    credit,
    ...stockFacts(lines, setting.parameters.vendaSemEstoque),
    profitPercent: order.profitPercent,
    withoutCost: lines.filter(({ cost }) => compareDecimals(cost, '0') <= 0).length,
    leastMargin: setting.parameters.margemMinima,
    ...late,
    lateDays: setting.parameters.diasAtrasoSinaleira,
  });
}

async function lateTitles(db: Executor, customerId: number, { today }: SaleSetting) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      amount: sql<string>`coalesce(sum(${invoiceTitles.amount}), 0)::text`,
      oldest: sql<string | null>`min(${invoiceTitles.dueOn})::text`,
    })
    .from(invoiceTitles)
    .innerJoin(invoices, eq(invoices.id, invoiceTitles.invoiceId))
    .where(
      and(
        eq(invoices.customerId, customerId),
        isNull(invoiceTitles.paidOn),
        lte(invoiceTitles.dueOn, lateUntil(today)),
      ),
    );
  return {
    lateTitles: row?.count ?? 0,
    lateAmount: row?.amount ?? '0',
    oldestLateDays: row?.oldest ? daysBetween(row.oldest, today) : 0,
  };
}

/**
 * Grouped by product and branch, as an order reserves its stock, so that two lines of one product share what is available.
 * Where a branch may sell without stock, a shortage is only a warning.
 */
function stockFacts(lines: readonly PricedLine[], sellsWithout: boolean) {
  const needs = new Map<string, { line: PricedLine; units: string }>();
  for (const line of lines) {
    const key = `${line.productId}:${line.branchId}`;
    needs.set(key, { line, units: addDecimals(needs.get(key)?.units ?? '0', line.units) });
  }
  const stocks = [...needs.values()].map(({ line, units }) => {
    const stock = stockFactsOf(line.facts.stock.get(line.branchId));
    return { lacks: compareDecimals(units, availableStock(stock)) > 0, low: stockStatusOf(stock) === '2' };
  });
  const none = stocks.filter(({ lacks }) => lacks).length;
  const low = stocks.filter((stock) => stock.low && !stock.lacks).length;
  return sellsWithout
    ? { withoutStock: 0, withLowStock: none + low }
    : { withoutStock: none, withLowStock: low };
}
