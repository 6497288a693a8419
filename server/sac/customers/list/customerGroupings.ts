import { sql } from 'drizzle-orm';
import { fieldGroupings } from '#server/config/fields/queries.ts';
import type { Reading } from '#server/context.ts';
import { customerGroups, customers, regions } from '#server/db/tables/index.ts';
import {
  byDateColumn,
  byExpression,
  byInstantColumn,
  byReference,
  type Grouping,
  namedIn,
  representativeNames,
} from '#server/paging/groupings.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import { groupIdOf } from '../groups.ts';

/** How the customer list may be grouped. What identifies a customer is no group, and may be masked. */
export async function customerGroupings(ctx: Reading<'db' | 'user'>): Promise<Grouping[]> {
  const [zone, extra] = await Promise.all([zoneOf(ctx.db, ctx.user), fieldGroupings(ctx, 'cliente')]);
  return [
    byExpression('cidade', CITY),
    byReference('representante', customers.representativeId, representativeNames),
    byReference('regiao', customers.regionId, namedIn(regions, regions.id, regions.name)),
    byReference(
      'grupo',
      groupIdOf(ctx.user),
      namedIn(customerGroups, customerGroups.id, customerGroups.name),
    ),
    ...byDateColumn('dtUltComp', customers.lastPurchaseOn),
    ...byInstantColumn('dtCriacao', customers.createdAt, zone),
    ...extra,
  ];
}

/** As the column shows it: towns of two states may have one name. */
const CITY = sql`nullif(concat_ws(' – ', nullif(${customers.address} ->> 'cidade', ''), nullif(${customers.address} ->> 'uf', '')), '')`;
