import { and, eq, exists, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import { CampaignDetail, campaignRoutes } from '#contract/callcenter/campaigns.ts';
import type { Input } from '#contract/route.ts';
import { compareDecimals, isPositive } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { periodProblem } from '#contract/rules/range.ts';
import type { Tx } from '../../db/client.ts';
import {
  campaignProducts,
  campaignResults,
  campaigns,
  orderCampaigns,
  orderItems,
  orders,
  products,
} from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { plainText } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import { SOLD } from '../goals/queries.ts';
import { activeCampaigns, campaignSellers, listCampaigns, oneCampaign } from './queries.ts';

const campaignRow = rowOf(campaigns, {
  entity: 'campaigns',
  name: 'esta campanha',
  words: {
    name: 'nome',
    description: 'descricao',
    kind: 'tipo',
    value: 'valor',
    startsOn: 'inicio',
    endsOn: 'fim',
    minQuantity: 'quantidadeMinima',
    active: 'ativa',
  },
  leftOut: [
    // Counted from the orders.
    'countedAt',
  ],
  read: { schema: CampaignDetail, of: (ctx, id) => oneCampaign(id, ctx) },
});

type Routes = typeof campaignRoutes;
type Body = Input<Routes['create']>['body'];

function checked(body: Body) {
  const period = periodProblem(body.inicio, body.fim);
  const problems = {
    ...(!body.nome.trim() && { nome: 'Informe o nome.' }),
    ...(period && { fim: period }),
    ...(!isPositive(body.valor) && { valor: 'Informe um valor acima de zero.' }),
    ...(body.tipo === 'DESCONTO' &&
      compareDecimals(body.valor, '100') > 0 && { valor: 'O desconto vai até 100%.' }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return { name: plainText(body.nome).trim(), description: plainText(body.descricao).trim() };
}

const createCampaign = command(campaignRoutes.create, async (tx, ctx, { body }) => {
  const { produtos } = body;
  const { id, name } = await campaignRow.create(tx, ctx, {
    body,
    set: checked(body),
    apart: ['produtos'],
    parts: (row) => writeProducts(tx, row.id, produtos),
    facts: { after: { produtos } },
  });
  return { data: { id, message: `Campanha "${name}" criada.` } };
});

const updateCampaign = command(
  campaignRoutes.update,
  async (tx, ctx, { params: { idCampanha: id }, body }) => {
    const set = checked(body);
    const { produtos } = body;
    const before = await campaignRow.lock(tx, ctx, { id, versao: body.versao });
    const removed = await tx.delete(campaignProducts).where(eq(campaignProducts.campaignId, id)).returning();
    const { name } = await campaignRow.change(tx, ctx, before, {
      body,
      set,
      apart: ['produtos'],
      parts: () => writeProducts(tx, id, produtos),
      facts: {
        before: { produtos: removed.map(({ productId }) => productId) },
        after: { produtos },
      },
    });
    return { data: { id, message: `Campanha "${name}" guardada.` } };
  },
);

async function writeProducts(tx: Tx, campaignId: number, ids: readonly number[]): Promise<void> {
  const foundCount = await tx.$count(products, inArray(products.id, [...ids]));
  if (foundCount < ids.length) throw notFound();
  await tx.insert(campaignProducts).values(ids.map((productId) => ({ campaignId, productId })));
}

const countCampaign = command(campaignRoutes.count, async (tx, ctx, { params }) => {
  const campaign = await campaignRow.lock(tx, ctx, { id: params.idCampanha });
  await tx.delete(campaignResults).where(eq(campaignResults.campaignId, campaign.id));
  const results = await soldOf(tx, campaign);
  if (results.length > 0)
    await tx
      .insert(campaignResults)
      .values(results.map((result) => ({ campaignId: campaign.id, ...result })));
  await campaignRow.change(tx, ctx, campaign, {
    action: 'APURAR',
    set: { countedAt: ctx.now() },
    facts: { after: { vendedores: results.length } },
  });
  return {
    data: {
      id: campaign.id,
      message: `Campanha apurada: ${formatCount(results.length, 'vendedor', 'vendedores')} com vendas.`,
    },
  };
});

/** What was sold of a campaign's products, by seller, in the database's exact decimals. */
function soldOf(tx: Tx, { id, kind, value, startsOn, endsOn }: typeof campaigns.$inferSelect) {
  const otherCampaigns = tx
    .select({ one: sql`1` })
    .from(orderCampaigns)
    .where(and(eq(orderCampaigns.orderId, orders.id), eq(orderCampaigns.campaignId, id)));
  return tx
    .select({
      personId: orders.sellerId,
      orders: sql<number>`count(distinct ${orders.id})::int`,
      quantity: sql<string>`sum(${orderItems.quantity})`,
      total: sql<string>`sum(${orderItems.total})`,
      points:
        kind === 'PONTOS' ? sql<string>`sum(${orderItems.quantity}) * ${value}::numeric` : sql<string>`0`,
    })
    .from(orders)
    .innerJoin(orderItems, and(eq(orderItems.orderId, orders.id), isNull(orderItems.removedAt)))
    .innerJoin(
      campaignProducts,
      and(eq(campaignProducts.productId, orderItems.productId), eq(campaignProducts.campaignId, id)),
    )
    .where(
      and(
        eq(orders.stage, 'PEDIDO'),
        inArray(orders.status, SOLD),
        gte(orders.invoicedOn, startsOn),
        lte(orders.invoicedOn, endsOn),
        eq(orderItems.bonus, false),
        kind === 'DESCONTO' ? exists(otherCampaigns) : undefined,
      ),
    )
    .groupBy(orders.sellerId);
}

export const campaignImplementation = implement(campaignRoutes, {
  list: listCampaigns,
  active: activeCampaigns,
  sellers: campaignSellers,
  get: async ({ params }, ctx) => ({ data: await oneCampaign(params.idCampanha, ctx) }),
  create: createCampaign,
  update: updateCampaign,
  count: countCampaign,
});
