import { and, eq, ne, sql } from 'drizzle-orm';
import { Automation, automationRoutes } from '#contract/callcenter/agendas/automations.ts';
import { customerScore } from '#contract/catalogs/customers.ts';
import type { Input, Output } from '#contract/route.ts';
import { ruleProblems } from '#contract/rules/agendas/automation.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Context } from '../../context.ts';
import { countLocked } from '../../db/advisoryLock.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, automations, customers } from '../../db/tables/index.ts';
import { forbidden, invalid, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { LONG_WORK } from '../../jobs/runBulkJob.ts';
import { pageOf, paginatorOf } from '../../paging/paging.ts';
import { customerScope, seesOthersAgendas } from '../../session/scope.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import { deleteAgendas, lockOpenAgendas } from '../agendas/commands.ts';
import { automationList, oneAutomation, planOf, planView } from './plan.ts';
import { requireAuthor, requireIdle, runLocked } from './run.ts';

/** Only for team leaders, since an automation assigns work to other people. */
function requireLeader({ user }: Context): void {
  if (!seesOthersAgendas(user)) throw forbidden('AUTOMACAO_EDITAR');
}

const ofLeaders =
  <I, A>(work: (tx: Tx, ctx: Context, input: I) => Promise<A>) =>
  async (tx: Tx, ctx: Context, input: I): Promise<A> => {
    requireLeader(ctx);
    return work(tx, ctx, input);
  };

const automationRow = rowOf(automations, {
  entity: 'automations',
  name: 'esta automação',
  words: {
    name: 'nome',
    active: 'ativa',
    rule: 'regra',
  },
  leftOut: [
    // Written by runs, which have entries of their own.
    'lastRunAt',
    // Like the last run.
    'lastMade',
    // The creation's audit entry names the author.
    'createdById',
  ],
  read: { schema: Automation, of: oneAutomation },
});

const MAX_AUTOMATIONS = 100;

async function removeAutomation(tx: Tx, ctx: Context, { params: { id } }: Input<Routes['remove']>) {
  const row = await automationRow.lock(tx, ctx, { id });
  await automationRow.remove(tx, ctx, row);
  return {
    data: { id, message: `Automação "${row.name}" excluída. As agendas que ela criou ficam.` },
  };
}

async function removePending(tx: Tx, ctx: Context, { params }: Input<Routes['removeAgendas']>) {
  const { id, name } = await automationRow.lock(tx, ctx, { id: params.id });
  const openAgendas = await lockOpenAgendas(tx, eq(agendas.automationId, id));
  await deleteAgendas(tx, ctx, openAgendas, `Era da automação ${name}`);
  await audit(tx, ctx, {
    action: 'EXCLUIR_LOTE',
    entity: 'automations',
    entityId: id,
    after: { agendas: openAgendas.map((agenda) => agenda.id) },
  });
  return {
    data: {
      id,
      message: `${formatCount(openAgendas.length, 'agenda pendente excluída', 'agendas pendentes excluídas')}.`,
    },
  };
}

export const automationImplementation = implement(automationRoutes, {
  list: async ({ query }, ctx) => {
    const found = await automationList(ctx);
    const all = query.ids ? found.filter(({ id }) => query.ids?.includes(id)) : found;
    const { offset, take } = pageOf(query);
    return { itens: all.slice(offset, offset + take), paginator: paginatorOf(query, all.length) };
  },
  get: async ({ params }, ctx) => ({ data: await oneAutomation(ctx, params.id) }),
  create: command(automationRoutes.create, ofLeaders(createAutomation)),
  update: command(automationRoutes.update, ofLeaders(updateAutomation)),
  remove: command(automationRoutes.remove, ofLeaders(removeAutomation)),
  run: command(automationRoutes.run, ofLeaders(runAutomation), async (answer, ctx) => {
    if (answer.data.idLote) await ctx.queue?.send(LONG_WORK, { id: answer.data.idLote });
    return answer;
  }),
  removeAgendas: command(automationRoutes.removeAgendas, ofLeaders(removePending)),
  tags: (_, ctx) => customerTags(ctx),
  scores: async () => customerScore.map(({ value, label }) => ({ id: value, nome: label, grupo: 'Score' })),
  preview: async ({ body }, ctx) => {
    requireLeader(ctx);
    const problems = ruleProblems(body.regra);
    if (Object.keys(problems).length > 0) throw invalid(problems);
    const plan = await planOf(ctx.db, ctx, { rule: body.regra, automationId: body.idAutomacao ?? null });
    return { data: planView(plan, ['agenda seria criada', 'agendas seriam criadas']) };
  },
});

const GROUPS = [
  ['CATEGORIA', 'Categoria', customers.category],
  ['CLASSE', 'Classe de venda', customers.salesClass],
  ['REDE', 'Rede', customers.network],
] as const;

const MAX_TAGS = 200;

/** The categories, sales classes and networks in use among the customers that the user may see. */
async function customerTags({ db, user }: Context) {
  const found = await Promise.all(
    GROUPS.map(async ([key, grupo, column]) => {
      const rows = await db
        .selectDistinct({ name: column })
        .from(customers)
        .where(and(ne(column, ''), customerScope(user)))
        .orderBy(sql`1`)
        .limit(MAX_TAGS);
      return rows.map(({ name }) => ({ id: `${key}:${name}`, nome: name, grupo }));
    }),
  );
  return found.flat();
}

type Routes = typeof automationRoutes;

function checked(given: Input<Routes['create']>['body']) {
  const { nome, ativa, regra } = plainTexts(given);
  if (!nome.trim()) throw invalid({ nome: 'Informe o nome.' });
  const problems = ruleProblems(regra);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return { name: nome.trim(), active: ativa, rule: { ...regra } };
}

async function createAutomation(
  tx: Tx,
  ctx: Context,
  { body }: Input<Routes['create']>,
): Promise<Output<Routes['create']>> {
  const values = checked(body);
  if ((await countLocked(tx, automations)) >= MAX_AUTOMATIONS)
    throw refused('AUTOMACOES_DEMAIS', `Há ${MAX_AUTOMATIONS} automações. Exclua uma que não se usa mais.`);
  const set = { ...values, createdById: ctx.user.id };
  const { id, name } = await automationRow.create(tx, ctx, { body, set });
  return { data: { id, message: `Automação "${name}" criada.` } };
}

async function updateAutomation(
  tx: Tx,
  ctx: Context,
  { params: { id }, body }: Input<Routes['update']>,
): Promise<Output<Routes['update']>> {
  const set = checked(body);
  const before = await automationRow.lock(tx, ctx, { id, versao: body.versao });
  if (set.active) await requireAuthor(tx, before);
  const { name } = await automationRow.change(tx, ctx, before, { body, set });
  return { data: { id, message: `Automação "${name}" guardada.` } };
}

/** A short run is completed within the request; a longer one continues in the background, and the response names its job. */
async function runAutomation(tx: Tx, ctx: Context, { params }: Input<Routes['run']>) {
  const automation = await automationRow.lock(tx, ctx, { id: params.id });
  await requireIdle(tx, automation);
  return { data: await runLocked(tx, ctx, automation) };
}
