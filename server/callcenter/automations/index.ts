import { and, ne, sql } from 'drizzle-orm';
import { automationRoutes } from '../../../contract/callcenter/automations.ts';
import { customerScore } from '../../../contract/catalogs/customers.ts';
import { ruleProblems } from '../../../contract/rules/agendas/automation.ts';
import type { Context } from '../../context.ts';
import { customers } from '../../db/tables/index.ts';
import { forbidden, invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { pageOf, paginatorOf } from '../../paging.ts';
import { customerScope, leadsAgendas } from '../../session/scope.ts';
import { automationList, oneAutomation, planOf, planView } from './plan.ts';
import {
  createAutomation,
  removeAutomation,
  removePending,
  runAutomation,
  updateAutomation,
} from './write.ts';

/** An automation gives others work: only who leads may. */
const lead =
  <I, A>(handler: (input: I, ctx: Context) => Promise<A>) =>
  async (input: I, ctx: Context): Promise<A> => {
    if (!leadsAgendas(ctx.user)) throw forbidden('AUTOMACAO_EDITAR');
    return handler(input, ctx);
  };

export const automationImplementation = implement(automationRoutes, {
  list: async ({ query }, ctx) => {
    const all = await automationList(ctx);
    const { offset, take } = pageOf(query);
    return { itens: all.slice(offset, offset + take), paginator: paginatorOf(query, all.length) };
  },
  get: async ({ params }, ctx) => ({ data: await oneAutomation(ctx, params.id) }),
  create: lead(createAutomation),
  update: lead(updateAutomation),
  remove: lead(removeAutomation),
  run: lead(runAutomation),
  removeAgendas: lead(removePending),
  tags: (_, ctx) => customerTags(ctx),
  scores: async () => customerScore.map(({ value, label }) => ({ id: value, nome: label, grupo: 'Score' })),
  preview: lead(async ({ body }, ctx) => {
    const problems = ruleProblems(body.regra);
    if (Object.keys(problems).length > 0) throw invalid(problems);
    const plan = await planOf(ctx.db, ctx, { rule: body.regra, automationId: body.idAutomacao ?? null });
    return { data: planView(plan, ['agenda seria criada', 'agendas seriam criadas']) };
  }),
});

const GROUPS = [
  ['CATEGORIA', 'Categoria', customers.category],
  ['CLASSE', 'Classe de venda', customers.salesClass],
  ['REDE', 'Rede', customers.network],
] as const;
const MOST = 200;

/** How the company sorts the customers that the person sees. */
async function customerTags({ db, user }: Context) {
  const found = await Promise.all(
    GROUPS.map(async ([key, grupo, column]) => {
      const rows = await db
        .selectDistinct({ name: column })
        .from(customers)
        .where(and(ne(column, ''), customerScope(user)))
        .orderBy(sql`1`)
        .limit(MOST);
      return rows.map(({ name }) => ({ id: `${key}:${name}`, nome: name, grupo }));
    }),
  );
  return found.flat();
}
