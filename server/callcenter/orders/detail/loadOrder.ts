import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { User } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import {
  branches,
  carriers,
  customers,
  deliveryAddresses,
  freightTypes,
  invoices,
  lossReasons,
  orderItems,
  orders,
  packagings,
  paymentLinks,
  paymentMethods,
  paymentPlans,
  people,
  products,
} from '../../../db/tables/index.ts';
import { notFound } from '../../../errors.ts';
import { orderScope } from '../../../session/scope.ts';
import { tellingFirst } from './tellingLink.ts';

/** A quote or order with all that its views name. 404 for an unknown one and for one out of scope alike. */
export async function loadOrder(db: Executor, user: User, id: number, stage?: 'ORCAMENTO' | 'PEDIDO') {
  const [row] = await selectHead(db).where(
    and(eq(orders.id, id), stage ? eq(orders.stage, stage) : undefined, orderScope(user)),
  );
  if (!row) throw notFound();
  const [lines, links, notes] = await Promise.all([
    selectLines(db, id),
    db.select().from(paymentLinks).where(eq(paymentLinks.orderId, id)).orderBy(tellingFirst).limit(1),
    db
      .select({
        id: invoices.id,
        numNf: invoices.number,
        dtSai: invoices.issuedOn,
        rastreio: invoices.tracking,
      })
      .from(invoices)
      .where(eq(invoices.orderId, id))
      .orderBy(asc(invoices.id))
      .limit(20),
  ]);
  return { ...row, lines, link: links[0] ?? null, notes };
}

export type LoadedOrder = Awaited<ReturnType<typeof loadOrder>>;
export type LoadedLine = LoadedOrder['lines'][number];

const redispatch = alias(carriers, 'redispatch');

const selectHead = (db: Executor) =>
  db
    .select({
      order: orders,
      customer: customers,
      seller: people.name,
      branch: branches,
      method: paymentMethods,
      plan: paymentPlans.name,
      freightType: freightTypes.name,
      carrier: carriers.tradeName,
      redispatch: redispatch.tradeName,
      address: deliveryAddresses,
      lossReason: lossReasons.name,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(people, eq(people.id, orders.sellerId))
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .leftJoin(paymentMethods, eq(paymentMethods.id, orders.paymentMethodId))
    .leftJoin(paymentPlans, eq(paymentPlans.id, orders.paymentPlanId))
    .leftJoin(freightTypes, eq(freightTypes.id, orders.freightTypeId))
    .leftJoin(carriers, eq(carriers.id, orders.carrierId))
    .leftJoin(redispatch, eq(redispatch.id, orders.redispatchCarrierId))
    .leftJoin(deliveryAddresses, eq(deliveryAddresses.id, orders.deliveryAddressId))
    .leftJoin(lossReasons, eq(lossReasons.id, orders.lossReasonId))
    .$dynamic();

const selectLines = (db: Executor, orderId: number) =>
  db
    .select({
      item: orderItems,
      code: products.code,
      description: products.description,
      unit: products.unit,
      packaging: packagings.name,
      branch: branches.legalName,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(branches, eq(branches.id, orderItems.branchId))
    .leftJoin(packagings, eq(packagings.id, orderItems.packagingId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.line));
