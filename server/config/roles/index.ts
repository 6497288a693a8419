import { sql } from 'drizzle-orm';
import { roleRoutes } from '#contract/config/people/roles.ts';
import { containing } from '../../db/conditions.ts';
import { roles } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { isSearch, simpleList } from '../simpleRest.ts';
import { createRole, removeRole, roleDetail, selectRoles, summaryOf, updateRole } from './write.ts';

/** Roles, with their permissions and the people who have them. */
export const roleImplementation = implement(roleRoutes, {
  list: async ({ query }, ctx) =>
    (
      await simpleList(ctx, query, {
        name: 'perfis',
        id: roles.id,
        sorts: { nome: sql`${roles.name} collate pt_br` },
        filters: {
          q: (value) =>
            isSearch(value) ? sql`fold_text(${roles.name}) like ${containing(value)}` : undefined,
        },
        rows: (where, order, { first, size }) =>
          selectRoles(ctx.db)
            .where(where)
            .orderBy(...order)
            .limit(size)
            .offset(first),
        count: (where) => ctx.db.$count(roles, where),
      })
    ).map(summaryOf),
  async get({ params }, { db, user }) {
    const role = await roleDetail(db, user, params.id);
    if (!role) throw notFound();
    return role;
  },
  create: createRole,
  update: updateRole,
  remove: removeRole,
});
