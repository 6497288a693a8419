import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { QuoteCampaign } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { campaignProducts, campaigns, orderCampaigns } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { audit } from '../../writing/audit.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { writeTotals } from '../orderCore/commands.ts';
import { settingOfOrder, visibleOrder } from '../productCore/queries.ts';
import { lockEditable } from './changeQuote.ts';
import { editedQuote } from './editedQuote.ts';
import { writeLine } from './itemChanges.ts';
import { lineFlex, lockedBounds, requirePrices } from './linePrices.ts';
import {
  activeLines,
  campaignMoved,
  type Line,
  lineIn,
  lineOf,
  pricedLines,
  pricingTerms,
  quantityOf,
  released,
  storedLines,
} from './quoteLines.ts';

/** Today's campaigns with a product of the quote, and those it has already accepted. */
export async function campaignsOfQuote(db: Executor, ctx: Context, id: number): Promise<QuoteCampaign[]> {
  const order = await visibleOrder(db, ctx, id);
  const { parameters, today } = await settingOfOrder(db, ctx, order);
  if (!parameters.usaCampanhaComercial) return [];
  const lines = activeLines((await storedLines(db, id)).map(lineOf));
  const accepted = await acceptedOf(db, id);
  return (await fitting(db, lines, today)).map(({ campaign, products }) => {
    const quantity = quantityOf(lines, products);
    return {
      id: campaign.id,
      nome: campaign.name,
      descricao: campaign.description,
      tipo: campaign.kind,
      valor: campaign.value,
      quantidade: quantity,
      quantidadeMinima: campaign.minQuantity,
      atende: compareDecimals(quantity, campaign.minQuantity) >= 0,
      aceita: accepted.has(campaign.id),
      fim: campaign.endsOn,
    };
  });
}

async function acceptedOf(db: Executor, orderId: number): Promise<Set<number>> {
  const rows = await db.select().from(orderCampaigns).where(eq(orderCampaigns.orderId, orderId));
  return new Set(rows.map(({ campaignId }) => campaignId));
}

async function fitting(db: Executor, lines: readonly Line[], today: string) {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  if (ids.length === 0) return [];
  const hits = db
    .select({ id: campaignProducts.campaignId })
    .from(campaignProducts)
    .where(inArray(campaignProducts.productId, ids));
  const rows = await db
    .select({ campaign: campaigns, productId: campaignProducts.productId })
    .from(campaigns)
    .innerJoin(campaignProducts, eq(campaignProducts.campaignId, campaigns.id))
    .where(
      and(
        eq(campaigns.active, true),
        lte(campaigns.startsOn, today),
        gte(campaigns.endsOn, today),
        inArray(campaigns.id, hits),
      ),
    )
    .orderBy(asc(campaigns.endsOn), asc(campaigns.id));
  const grouped = new Map<number, { campaign: typeof campaigns.$inferSelect; products: Set<number> }>();
  for (const { campaign, productId } of rows) {
    const one = grouped.get(campaign.id) ?? { campaign, products: new Set<number>() };
    one.products.add(productId);
    grouped.set(campaign.id, one);
  }
  return [...grouped.values()];
}

interface Wanted {
  id: number;
  campanhas: readonly number[];
  versao?: number | undefined;
}

/** Sets the campaigns that apply from now on; their discounts change prices that were not typed. */
export async function acceptCampaigns(tx: Tx, ctx: Context, wanted: Wanted): Promise<EditedQuote> {
  const { id, campanhas, versao } = wanted;
  const order = await lockEditable(tx, ctx, id, versao);
  const { parameters, today } = await settingOfOrder(tx, ctx, order);
  if (!parameters.usaCampanhaComercial) throw refused('SEM_CAMPANHAS', 'Esta filial não usa campanhas.');
  const lines = activeLines((await storedLines(tx, id)).map(lineOf));
  const fits = await fitting(tx, lines, today);
  for (const one of campanhas) {
    const found = fits.find(({ campaign }) => campaign.id === one);
    if (!found) throw notFound();
    if (compareDecimals(quantityOf(lines, found.products), found.campaign.minQuantity) < 0)
      throw refused('CAMPANHA_NAO_ATENDE', `Os itens ainda não atendem à campanha ${found.campaign.name}.`);
  }
  await repriceLines(tx, ctx, order, async () => {
    await tx.delete(orderCampaigns).where(eq(orderCampaigns.orderId, id));
    if (campanhas.length > 0)
      await tx.insert(orderCampaigns).values(campanhas.map((campaignId) => ({ orderId: id, campaignId })));
  });
  await writeTotals(tx, id);
  const text = campanhas.length > 0 ? `Campanhas aceitas: ${campanhas.length}` : 'Campanhas retiradas';
  await logCustomer(tx, ctx, { customerId: order.customerId, type: 'ORCAMENTO', itemId: id, text });
  await audit(tx, ctx, {
    action: 'ALTERAR',
    entity: 'orders',
    entityId: id,
    after: { campanhas: [...campanhas] },
  });
  return editedQuote(tx, ctx, id);
}

/**
 * Makes a change that prices depend on. Lines whose campaign discount begins or ends with it are offered anew: untyped prices
 * follow the rules again, and typed ones must still be allowed.
 */
async function repriceLines(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  change: () => Promise<void>,
): Promise<void> {
  const setting = await settingOfOrder(tx, ctx, order);
  const stored = (await storedLines(tx, order.id)).map(lineOf);
  const beforeTerms = await pricingTerms(tx, setting, order, stored);
  const before = await pricedLines(tx, beforeTerms, stored);
  await change();
  const terms = await pricingTerms(tx, setting, order, stored);
  const lines = before.map((line) =>
    campaignMoved(line, beforeTerms, terms) ? released(line) : lineIn(line),
  );
  const after = await pricedLines(tx, terms, lines);
  const bounds = await lockedBounds(tx, setting, order, after);
  requirePrices({ lines: after, before, touched: new Map(), typed: new Set(), terms, ...bounds });
  for (const line of after)
    await writeLine(tx, ctx, order.id, line, { terms, flex: lineFlex(line, bounds.negotiations) });
}
