import { and, asc, eq, exists, inArray, or, sql } from 'drizzle-orm';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import { foldedText } from '#contract/rules/text.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { dimensions, people, personBranches, trafficSources } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { regionOptions, representativeOptions } from '../../sac/lookups/queries.ts';
import { branchScope } from '../../session/scope.ts';

export const salesLookupImplementation = implement(salesLookupRoutes, {
  representatives: (_, { db, user }) => representativeOptions(db, user),
  sellers: (_, { db, user }) => sellerOptions(db, user),
  sellerNames: (_, { db, user }) => sellerOptions(db, user),
  regions: async ({ query }, { db, user }) => {
    const wanted = foldedText(query.q ?? '');
    return (await regionOptions(db, user)).filter(({ desc }) => foldedText(desc).includes(wanted));
  },
  dimensions: (_, { db }) => dimensionOptions(db),
  orderSources: (_, { db }) => orderSourceOptions(db),
});

/** Types that see every branch and therefore sell for each. */
const EVERYWHERE = ['ADMIN', 'GERENTE', 'SUPERVISOR'] as const;
const BY_BRANCH = ['OPERADOR', 'VENDEDOR'] as const;

/** Sellers of the branches that the user may see; a representative finds only themselves. */
async function sellerOptions(db: Executor, user: User) {
  const there = db
    .select({ one: sql`1` })
    .from(personBranches)
    .where(and(eq(personBranches.personId, people.id), branchScope(user, personBranches.branchId)));
  const who =
    user.type === 'REPRESENTANTE'
      ? eq(people.id, user.id)
      : or(inArray(people.type, [...EVERYWHERE]), and(inArray(people.type, [...BY_BRANCH]), exists(there)));
  return db
    .select({
      id: people.id,
      nome: people.name,
      email: people.email,
      codOp: people.id,
      matErp: people.employeeNumber,
    })
    .from(people)
    .where(and(eq(people.active, true), who))
    .orderBy(sql`${people.name} collate pt_br`, asc(people.id));
}

const dimensionOptions = (db: Executor) =>
  db
    .select({ id: dimensions.id, desc: dimensions.name })
    .from(dimensions)
    .where(eq(dimensions.active, true))
    .orderBy(asc(dimensions.name));

const orderSourceOptions = (db: Executor) =>
  db
    .select({ id: trafficSources.id, desc: trafficSources.name })
    .from(trafficSources)
    .where(eq(trafficSources.active, true))
    .orderBy(asc(trafficSources.id));
