import { and, asc, desc, sql } from 'drizzle-orm';
import { roleRoutes } from '../../../contract/config/roles.ts';
import { containing } from '../../db/likePattern.ts';
import { roles } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { readListQuery } from '../simpleRest.ts';
import { roleDetail, selectRoles, summaryOf } from './queries.ts';
import { createRole, removeRole, updateRole } from './write.ts';

/** Roles: what each allows, and who has it. */
export const roleImplementation = implement(roleRoutes, {
  async list({ query }, ctx) {
    const { filter, range, sort } = readListQuery(query, ['id', 'nome']);
    const where = and(...Object.entries(filter).map(([key, value]) => condition(key, value)));
    const direction = sort.order === 'ASC' ? asc : desc;
    const rows = await selectRoles(ctx.db)
      .where(where)
      .orderBy(direction(sort.field === 'id' ? roles.id : sql`${roles.name} collate pt_br`), asc(roles.id))
      .limit(range.size)
      .offset(range.first);
    const total = await ctx.db.$count(roles, where);
    const last = range.first + Math.max(0, rows.length - 1);
    ctx.setHeader('Content-Range', `perfis ${range.first}-${last}/${total}`);
    return rows.map(summaryOf);
  },
  async get({ params }, { db, user }) {
    const role = await roleDetail(db, user, params.id);
    if (!role) throw notFound();
    return role;
  },
  create: createRole,
  update: updateRole,
  remove: removeRole,
});

function condition(key: string, value: unknown) {
  if (key === 'q' && typeof value === 'string' && value.length <= 200)
    return sql`fold_text(${roles.name}) like ${containing(value)}`;
  throw invalid({ filter: `O filtro "${key.slice(0, 40)}" não existe ou tem um valor inválido.` });
}
