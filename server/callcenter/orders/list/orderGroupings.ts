import { customizedStatuses } from '#contract/catalogs/orderStatus.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import { branches, orders } from '#server/db/tables/index.ts';
import {
  byCustomer,
  byDateColumn,
  byInstantColumn,
  byReference,
  byText,
  type Grouping,
  inCatalog,
  inWords,
  namedIn,
  personNames,
} from '#server/paging/groupings.ts';
import type { SummedColumn } from '#server/paging/listSums.ts';
import { branchDays, effectiveStatus, hasEffectiveStatus } from './effectiveStatus.ts';

/** What the lists of quotes and orders sum: the total is that of the row, before a coupon. */
export const orderSums: readonly SummedColumn[] = [
  { id: 'qtdeIt', format: 'INTEIRO', value: orders.itemCount },
  { id: 'vlTot', format: 'DINHEIRO', value: orders.total },
];

/** How the lists of quotes and orders may be grouped; everybody who has them sees all of their columns. */
export async function orderGroupings(
  { db, now }: Pick<Context, 'db' | 'now'>,
  zone: TimeZone,
): Promise<Grouping[]> {
  const [{ statusPedido }, days] = await Promise.all([serviceParameters(db), branchDays(db, now())]);
  return [
    byReference('colaborador', orders.sellerId, personNames),
    byCustomer('cliente', orders.customerId),
    {
      id: 'st',
      value: effectiveStatus(days),
      among: (value) => (value === null ? undefined : hasEffectiveStatus(value, days)),
      names: inCatalog(customizedStatuses(statusPedido)),
    },
    byReference('grupo', orders.groupId, inWords(String)),
    byReference('emitente', orders.branchId, namedIn(branches, branches.id, branches.tradeName)),
    byText('canal', orders.channel),
    ...byInstantColumn('dtHorInc', orders.createdAt, zone),
    ...byDateColumn('dtVal', orders.validUntil),
    ...byDateColumn('dtProgr', orders.scheduledOn),
  ];
}
