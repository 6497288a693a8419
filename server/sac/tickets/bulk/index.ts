import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import {
  BULK_ACTIONS,
  type BulkJob,
  MAX_SYNCHRONOUS_ROWS,
  ticketBulkRoutes,
} from '#contract/sac/tickets/ticketBulk.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { forbidden, invalid } from '#server/errors.ts';
import { implement } from '#server/implement.ts';
import { cancelJob, createJob, type JobRecord, ownJob, ownJobs } from '#server/jobs/bulkJob.ts';
import { LONG_WORK, runBulkJob } from '#server/jobs/runBulkJob.ts';
import { plainTexts } from '#server/text/plainText.ts';
import { audit } from '#server/writing/audit.ts';
import { command } from '#server/writing/command.ts';
import { selectedTickets } from '../list/listTickets.ts';
import { hasWayBack, macroUseOf } from '../undo.ts';
import { bulkActions } from './bulkActions.ts';
import { previewOf } from './distribute.ts';

export const ticketBulkImplementation = implement(ticketBulkRoutes, {
  run: command(ticketBulkRoutes.run, storeBulk, startBulk),
  previewDistribution: async ({ body: { semPessoas, confirmar, ...selection } }, ctx) => {
    if (!allows(ctx.user.grants, bulkActions.distribuir.permission))
      throw forbidden(bulkActions.distribuir.permission);
    const ids = await selectedTickets(ctx, selection);
    const wanted = { ...(semPessoas && { semPessoas }), ...(confirmar && { confirmar }) };
    return { data: await previewOf(ctx, ids, wanted) };
  },
  jobs: (_, ctx) => ownJobs(ctx),
  job: async ({ params }, ctx) => ({ data: await shownJob(ctx, params.idLote) }),
  cancel: async ({ params }, ctx) => ({
    data: await cancelJob(ctx, params.idLote, (tx, job) => endedWork(job)?.(tx, ctx, job)),
  }),
});

/** A macro does the same to each ticket, and some of them may have been so already. */
const MOST_ASKED = 20;

/** A job with what a macro in it says of its way back: one that answered customers has none, and nothing is offered then. */
async function shownJob(ctx: Context, id: string): Promise<BulkJob> {
  const job = await ownJob(ctx, id);
  if (job.acao !== 'macro' || job.datahora_fim === null) return job;
  for (const ticketId of job.sucesso.slice(0, MOST_ASKED))
    if (await hasWayBack(ctx.db, ctx, { id: ticketId }, macroUseOf(id, ticketId)))
      return { ...job, desfaz: true };
  return { ...job, desfaz: false };
}

/** What an action on tickets does when its job ends; a job of another kind has nothing left to do. */
function endedWork({ action }: JobRecord) {
  const work = BULK_ACTIONS.find((each) => each === action);
  const found = work && bulkActions[work];
  return found && 'row' in found ? found.ended : undefined;
}

type Run = typeof ticketBulkRoutes.run;

/**
 * Stores the job and then runs it: while the user waits if it is short, otherwise in the background. A repeat with the same
 * Idempotency-Key finds the first job.
 */
async function storeBulk(tx: Tx, ctx: Context, { params, body }: Input<Run>) {
  const work = bulkActions[params.acao];
  if (!allows(ctx.user.grants, work.permission)) throw forbidden(work.permission);
  const dados = plainTexts(body.dados ?? {});
  const problems = await work.problems(dados, tx);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  // Not outside: a repeat must not look for tickets that the first request has already moved out of its filters.
  const ids = await selectedTickets({ ...ctx, db: tx }, body);
  const plan = 'plan' in work ? await work.plan?.(tx, ctx, ids, dados) : undefined;
  const id = await createJob(tx, ctx, {
    action: params.acao,
    ids,
    data: dados,
    ...(plan && { known: plan }),
  });
  await audit(tx, ctx, {
    action: 'INICIAR_LOTE',
    entity: 'bulk_jobs',
    entityId: id,
    after: { acao: params.acao, tickets: ids.length, dados: { ...dados } },
  });
  return { id, total: ids.length };
}

async function startBulk({ id, total }: { id: string; total: number }, ctx: Context): Promise<Output<Run>> {
  if (total <= MAX_SYNCHRONOUS_ROWS) await runBulkJob(ctx, id);
  else await ctx.queue?.send(LONG_WORK, { id });
  return { data: await shownJob(ctx, id) };
}
