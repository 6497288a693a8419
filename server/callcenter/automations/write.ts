import { eq } from 'drizzle-orm';
import type { automationRoutes } from '../../../contract/callcenter/automations.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { ruleProblems } from '../../../contract/rules/agendas/automation.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { audit } from '../../audit.ts';
import { auditedRow } from '../../auditedRow.ts';
import type { Context } from '../../context.ts';
import { agendas, automations, customerLog } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { LONG_WORK } from '../../jobs/worker.ts';
import { plainTexts } from '../../plainText.ts';
import { requireVersion } from '../../requireVersion.ts';
import { lockAutomation, oneAutomation, pendingOf } from './plan.ts';
import { requireIdle, runLocked } from './run.ts';

const audited = auditedRow(automations, {
  words: {
    name: 'nome',
    active: 'ativa',
    rule: 'regra',
  },
  leftOut: [
    // Written by its runs, which are entries of their own.
    'lastRunAt',
    // As the last run.
    'lastMade',
    // The entry of the creation names them.
    'createdById',
  ],
});

type Routes = typeof automationRoutes;

const MOST = 100;

function valuesOf(given: Input<Routes['create']>['body']) {
  const { nome, ativa, regra } = plainTexts(given);
  if (!nome.trim()) throw invalid({ nome: 'Informe o nome.' });
  const problems = ruleProblems(regra);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return { name: nome.trim(), active: ativa, rule: { ...regra } };
}

export function createAutomation(
  { body }: Input<Routes['create']>,
  ctx: Context,
): Promise<Output<Routes['create']>> {
  const values = valuesOf(body);
  return withIdempotency(ctx, 'automations.create', { body }, async (tx) => {
    if ((await tx.$count(automations)) >= MOST)
      throw refused('AUTOMACOES_DEMAIS', `Há ${MOST} automações. Exclua uma que não se usa mais.`);
    const [row] = await tx
      .insert(automations)
      .values({ ...values, createdById: ctx.user.id, createdAt: ctx.now(), updatedAt: ctx.now() })
      .returning();
    if (!row) throw new Error('the automation was not written');
    const { id } = row;
    await audit(tx, ctx, { action: 'CRIAR', entity: 'automations', entityId: id, after: audited(row) });
    return { data: { id, message: `Automação "${values.name}" criada.` } };
  });
}

export function updateAutomation(
  { params, body }: Input<Routes['update']>,
  ctx: Context,
): Promise<Output<Routes['update']>> {
  const values = valuesOf(body);
  return ctx.db.transaction(async (tx) => {
    const before = await lockAutomation(tx, params.id);
    await requireVersion(tx, body.versao, {
      entity: 'automations',
      entityId: before.id,
      version: before.version,
      name: 'esta automação',
      state: () => oneAutomation({ db: tx }, before.id),
    });
    const [row = before] = await tx
      .update(automations)
      .set({ ...values, updatedAt: ctx.now(), version: before.version + 1 })
      .where(eq(automations.id, before.id))
      .returning();
    await audit(tx, ctx, {
      action: 'ALTERAR',
      entity: 'automations',
      entityId: before.id,
      ...audited.change(before, row),
    });
    return { data: { id: before.id, message: `Automação "${values.name}" guardada.` } };
  });
}

export const removeAutomation = (
  { params }: Input<Routes['remove']>,
  ctx: Context,
): Promise<Output<Routes['remove']>> =>
  ctx.db.transaction(async (tx) => {
    const before = await lockAutomation(tx, params.id);
    await tx.delete(automations).where(eq(automations.id, before.id));
    await audit(tx, ctx, {
      action: 'EXCLUIR',
      entity: 'automations',
      entityId: before.id,
      before: audited(before),
    });
    return {
      data: {
        id: before.id,
        message: `Automação "${before.name}" excluída. As agendas que ela criou ficam.`,
      },
    };
  });

/** A short run is made while the person waits; a longer one goes on by itself, and its answer names the job. */
export async function runAutomation(
  { params }: Input<Routes['run']>,
  ctx: Context,
): Promise<Output<Routes['run']>> {
  const answer = await withIdempotency(ctx, 'automations.run', { params }, async (tx) => {
    const automation = await lockAutomation(tx, params.id);
    await requireIdle(tx, automation);
    return { data: await runLocked(tx, ctx, automation) };
  });
  if (answer.data.idLote) await ctx.queue?.send(LONG_WORK, { id: answer.data.idLote });
  return answer;
}

export const removePending = (
  { params }: Input<Routes['removeAgendas']>,
  ctx: Context,
): Promise<Output<Routes['removeAgendas']>> =>
  ctx.db.transaction(async (tx) => {
    const { id, name } = await lockAutomation(tx, params.id);
    const gone = await tx
      .delete(agendas)
      .where(pendingOf(id))
      .returning({ id: agendas.id, customerId: agendas.customerId });
    for (let from = 0; from < gone.length; from += 500)
      await tx.insert(customerLog).values(
        gone.slice(from, from + 500).map((agenda) => ({
          customerId: agenda.customerId,
          type: 'AGENDA' as const,
          itemId: agenda.id,
          text: `Agenda ${agenda.id} da automação ${name} excluída`,
          personId: ctx.user.id,
          at: ctx.now(),
        })),
      );
    await audit(tx, ctx, {
      action: 'EXCLUIR_LOTE',
      entity: 'automations',
      entityId: id,
      after: { agendas: gone.map((agenda) => agenda.id) },
    });
    return {
      data: {
        id,
        message: `${formatCount(gone.length, 'agenda pendente excluída', 'agendas pendentes excluídas')}.`,
      },
    };
  });
