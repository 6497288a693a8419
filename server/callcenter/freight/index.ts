import { asc, eq } from 'drizzle-orm';
import { freightRoutes } from '../../../contract/callcenter/freight.ts';
import { freightConditions } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { freightQuotes } from './quotes.ts';
import { relatedOrders } from './related.ts';
import { trackConsignment } from './tracking.ts';

export const freightImplementation = implement(freightRoutes, {
  quotes: freightQuotes,
  related: relatedOrders,
  conditions: (_, { db }) =>
    db
      .select({ id: freightConditions.id, descricao: freightConditions.name })
      .from(freightConditions)
      .where(eq(freightConditions.active, true))
      .orderBy(asc(freightConditions.name)),
  tracking: trackConsignment,
});
