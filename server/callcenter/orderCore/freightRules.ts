import { eq } from 'drizzle-orm';
import type { FreightRules } from '#contract/rules/freight/payableFreight.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Executor } from '../../db/client.ts';
import { freightTypes } from '../../db/tables/index.ts';
import type { OrderRecord } from './commands.ts';

type Charged = Pick<OrderRecord, 'branchId' | 'freightTypeId' | 'freightPaid'>;

/** The rules for calculating a quote's freight, for goods of this total. */
export async function freightRulesOf(db: Executor, order: Charged, total: string): Promise<FreightRules> {
  const parameters = await serviceParameters(db, order.branchId);
  return {
    total,
    embeddedPercent: parameters.percentualFreteEmbutido,
    exemptFrom: parameters.minimoIsencaoFrete,
    paid: order.freightPaid,
    mayWaive: parameters.permiteAbonarFrete,
    buyerPays: order.freightTypeId !== null && (await buyerPays(db, order.freightTypeId)),
  };
}

async function buyerPays(db: Executor, id: number): Promise<boolean> {
  const [type] = await db
    .select({ buyerPays: freightTypes.buyerPays })
    .from(freightTypes)
    .where(eq(freightTypes.id, id));
  return type?.buyerPays ?? false;
}
