import { and, desc, eq, isNull, or } from 'drizzle-orm';
import type { CompetitorPrice } from '#contract/callcenter/products.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { pricePlacesProblem, unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { competitorPrices, competitors, people, products } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { leadingVisible, visibleCustomer } from '../../sac/customers/queries.ts';
import { audit } from '../../writing/audit.ts';

/** Prices reported by this customer, and those known without a customer. Newest first. */
export async function pricesOfCompetitors(
  { db, user }: Context,
  { idProd, idCli }: { idProd: number; idCli?: number },
): Promise<CompetitorPrice[]> {
  if (idCli !== undefined && !(await visibleCustomer(db, user, idCli))) throw notFound();
  const rows = await db
    .select({ row: competitorPrices, competitor: competitors.name, person: people.name })
    .from(competitorPrices)
    .innerJoin(competitors, eq(competitors.id, competitorPrices.competitorId))
    .innerJoin(people, eq(people.id, competitorPrices.personId))
    .where(
      and(
        eq(competitorPrices.productId, idProd),
        or(
          isNull(competitorPrices.customerId),
          idCli === undefined ? undefined : eq(competitorPrices.customerId, idCli),
        ),
      ),
    )
    .orderBy(desc(competitorPrices.at), desc(competitorPrices.id))
    .limit(50);
  return rows.map(({ row, competitor, person }) => ({
    id: row.id,
    concorrente: { id: row.competitorId, desc: competitor },
    preco: row.price,
    observacao: row.note,
    por: person,
    em: row.at.toISOString(),
  }));
}

interface ObservedPrice {
  idConcorrente: number;
  idProd: number;
  idCli: number;
  preco: string;
  observacao?: string;
}

/** Records a competitor's price reported by a customer. */
export async function addCompetitorPrice(tx: Tx, ctx: Context, observed: ObservedPrice): Promise<number> {
  if (!isPositive(observed.preco)) throw invalid({ preco: 'O preço precisa ser maior que zero.' });
  const long = pricePlacesProblem(observed.preco, (await serviceParameters(tx)).casasPreco);
  if (long) throw invalid({ preco: long });
  const customer = await leadingVisible(tx, ctx.user, observed.idCli);
  if (!customer) throw notFound();
  const [competitor] = await tx
    .select()
    .from(competitors)
    .where(and(eq(competitors.id, observed.idConcorrente), eq(competitors.active, true)));
  const [product] = await tx.select().from(products).where(eq(products.id, observed.idProd));
  if (!competitor || !product) throw notFound();
  const [row] = await tx
    .insert(competitorPrices)
    .values({
      competitorId: competitor.id,
      productId: product.id,
      customerId: customer.id,
      price: observed.preco,
      note: observed.observacao ?? '',
      personId: ctx.user.id,
      at: ctx.now(),
    })
    .returning({ id: competitorPrices.id });
  const id = row?.id ?? 0;
  await logCustomer(tx, ctx, {
    customerId: customer.id,
    type: 'ATENDIMENTO',
    text: `Preço de ${competitor.name} para ${product.description}: ${unitPriceText(observed.preco)}`,
  });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'competitor_prices',
    entityId: id,
    after: { ...observed, idCli: customer.id },
  });
  return id;
}
