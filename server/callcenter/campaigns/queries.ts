import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Campaign, CampaignDetail, campaignRoutes } from '#contract/callcenter/campaigns.ts';
import type { Input, Output } from '#contract/route.ts';
import { parseDecimal } from '#contract/rules/decimal.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/conditions.ts';
import { campaignProducts, campaignResults, campaigns, people, products } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { pageOf, paginatorOf } from '../../paging/paging.ts';

type Routes = typeof campaignRoutes;
type Situation = Campaign['situacao'];

const productCount = sql<number>`(select count(*)::int from ${campaignProducts} p where p.campaign_id = ${campaigns.id})`;
const exact = (value: string) => parseDecimal(value) ?? '0';
const todayOf = ({ now }: Pick<Context, 'now'>) => localDate(now(), DEFAULT_TIME_ZONE);

const CONDITIONS: Record<Situation, (today: CalendarDate) => SQL> = {
  ATIVA: (today) =>
    sql`${campaigns.active} and ${campaigns.startsOn} <= ${today} and ${campaigns.endsOn} >= ${today}`,
  FUTURA: (today) => sql`${campaigns.active} and ${campaigns.startsOn} > ${today}`,
  ENCERRADA: (today) => sql`${campaigns.active} and ${campaigns.endsOn} < ${today}`,
  INATIVA: () => sql`not ${campaigns.active}`,
};

export async function listCampaigns(
  { query }: Input<Routes['list']>,
  ctx: Context,
): Promise<Output<Routes['list']>> {
  const today = todayOf(ctx);
  const condition = and(
    query.ids && inArray(campaigns.id, query.ids),
    query.situacao && CONDITIONS[query.situacao](today),
    query.texto?.trim()
      ? sql`fold_text(${campaigns.name}) like ${containing(query.texto.trim())}`
      : undefined,
  );
  const { take, offset } = pageOf(query);
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ campaign: campaigns, produtos: productCount })
      .from(campaigns)
      .where(condition)
      .orderBy(desc(campaigns.endsOn), desc(campaigns.id))
      .limit(take)
      .offset(offset),
    ctx.db.$count(campaigns, condition),
  ]);
  return { itens: rows.map((row) => viewOf(row, today)), paginator: paginatorOf(query, total) };
}

export async function activeCampaigns(_: Input<Routes['active']>, ctx: Context): Promise<Campaign[]> {
  const today = todayOf(ctx);
  const rows = await ctx.db
    .select({ campaign: campaigns, produtos: productCount })
    .from(campaigns)
    .where(CONDITIONS.ATIVA(today))
    .orderBy(asc(campaigns.endsOn), asc(campaigns.id))
    .limit(200);
  return rows.map((row) => viewOf(row, today));
}

export async function oneCampaign(
  id: number,
  ctx: Pick<Context, 'now'> & { db: Executor },
): Promise<CampaignDetail> {
  const [row] = await ctx.db.select().from(campaigns).where(eq(campaigns.id, id));
  if (!row) throw notFound();
  const itens = await ctx.db
    .select({ id: products.id, codigo: products.code, descricao: products.description })
    .from(campaignProducts)
    .innerJoin(products, eq(products.id, campaignProducts.productId))
    .where(eq(campaignProducts.campaignId, id))
    .orderBy(asc(products.description), asc(products.id));
  return { ...viewOf({ campaign: row, produtos: itens.length }, todayOf(ctx)), ativa: row.active, itens };
}

export async function campaignSellers(
  { query }: Input<Routes['sellers']>,
  { db }: Context,
): Promise<Output<Routes['sellers']>> {
  const total = sql<string>`sum(${campaignResults.total})::text`;
  const rows = await db
    .select({
      id: people.id,
      nome: people.name,
      pedidos: sql<number>`sum(${campaignResults.orders})::int`,
      quantidade: sql<string>`sum(${campaignResults.quantity})::text`,
      total,
      pontos: sql<string>`sum(${campaignResults.points})::text`,
    })
    .from(campaignResults)
    .innerJoin(people, eq(people.id, campaignResults.personId))
    .where(query.idCampanha === undefined ? undefined : eq(campaignResults.campaignId, query.idCampanha))
    .groupBy(people.id, people.name)
    .orderBy(sql`sum(${campaignResults.total}) desc`, asc(people.id))
    .limit(500);
  return rows.map(({ id, nome, ...sums }) => ({
    colaborador: { id, nome },
    pedidos: sums.pedidos,
    quantidade: exact(sums.quantidade),
    total: exact(sums.total),
    pontos: exact(sums.pontos),
  }));
}

function viewOf(
  { campaign, produtos }: { campaign: typeof campaigns.$inferSelect; produtos: number },
  today: CalendarDate,
): Campaign {
  return {
    id: campaign.id,
    nome: campaign.name,
    descricao: campaign.description,
    tipo: campaign.kind,
    valor: exact(campaign.value),
    inicio: campaign.startsOn,
    fim: campaign.endsOn,
    quantidadeMinima: exact(campaign.minQuantity),
    situacao: situationOf(campaign, today),
    produtos,
    apurada: campaign.countedAt?.toISOString() ?? null,
    versao: campaign.version,
  };
}

function situationOf(
  { active, startsOn, endsOn }: typeof campaigns.$inferSelect,
  today: CalendarDate,
): Situation {
  if (!active) return 'INATIVA';
  if (startsOn > today) return 'FUTURA';
  return endsOn < today ? 'ENCERRADA' : 'ATIVA';
}
