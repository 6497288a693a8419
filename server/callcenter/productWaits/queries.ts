import { asc, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { ProductWait } from '#contract/callcenter/productWaits.ts';
import type { Executor } from '../../db/client.ts';
import { branches, customers, people, products, productWaits } from '../../db/tables/index.ts';

export const selectWaits = (db: Executor) =>
  db
    .select({
      wait: productWaits,
      product: products.description,
      customer: customers.tradeName,
      branch: branches.tradeName,
      seller: people.name,
    })
    .from(productWaits)
    .innerJoin(products, eq(products.id, productWaits.productId))
    .innerJoin(customers, eq(customers.id, productWaits.customerId))
    .innerJoin(branches, eq(branches.id, productWaits.branchId))
    .innerJoin(people, eq(people.id, productWaits.sellerId));

type Row = Awaited<ReturnType<typeof selectWaits>>[number];

export const shownWait = ({ wait, product, customer, branch, seller }: Row): ProductWait => ({
  id: wait.id,
  produto: { id: wait.productId, nome: product },
  cliente: { id: wait.customerId, nome: customer },
  filial: { id: wait.branchId, nome: branch },
  vendedor: { id: wait.sellerId, nome: seller },
  idPedido: wait.orderId,
  desde: wait.createdAt.toISOString(),
  encerradaEm: wait.closedAt?.toISOString() ?? null,
  motivo: wait.closedReason,
  versao: wait.version,
});

/** Open ones by the length of the wait, closed ones by their end. */
export const waitsOrder = (closed: boolean): SQL[] =>
  closed
    ? [desc(productWaits.closedAt), desc(productWaits.id)]
    : [asc(productWaits.createdAt), asc(productWaits.id)];

export const isClosedWait = (closed: boolean) =>
  closed ? isNotNull(productWaits.closedAt) : isNull(productWaits.closedAt);
