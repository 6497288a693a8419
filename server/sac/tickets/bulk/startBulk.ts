import { allows } from '../../../../contract/permissions.ts';
import type { Input, Output } from '../../../../contract/route.ts';
import { BULK_AT_ONCE, type ticketBulkRoutes } from '../../../../contract/sac/ticketBulk.ts';
import { audit } from '../../../audit.ts';
import type { Context } from '../../../context.ts';
import { bulkJobs } from '../../../db/tables/index.ts';
import { forbidden, invalid } from '../../../errors.ts';
import { withIdempotency } from '../../../idempotency.ts';
import { plainTexts } from '../../../plainText.ts';
import { selectedTickets } from '../list/selectedTickets.ts';
import { bulkActions } from './bulkActions.ts';
import { type JobInput, ownJob } from './bulkJob.ts';
import { runBulkJob } from './runBulkJob.ts';
import { TICKET_BULK } from './worker.ts';

type Run = typeof ticketBulkRoutes.run;

/**
 * Writes down what is to be done, then does it: while the person waits where it is short, otherwise in the
 * background. A repeat with the same Idempotency-Key finds the job of the first.
 */
export async function startBulk({ params, body }: Input<Run>, ctx: Context): Promise<Output<Run>> {
  const work = bulkActions[params.acao];
  if (!allows(ctx.user.grants, work.permission)) throw forbidden(work.permission);
  const dados = plainTexts(body.dados ?? {});
  const problems = await work.problems(dados, ctx.db);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const ids = await selectedTickets(ctx, body);
  const { id, total } = await withIdempotency(ctx, 'ticketBulk.run', { params, body }, async (tx) => {
    const input: JobInput = { dados, ip: ctx.ip, requestId: ctx.requestId };
    const [job] = await tx
      .insert(bulkJobs)
      .values({
        personId: ctx.user.id,
        action: params.acao,
        input: { ...input },
        ids,
        createdAt: ctx.now(),
        updatedAt: ctx.now(),
      })
      .returning({ id: bulkJobs.id });
    if (!job) throw new Error('a bulk job was not written');
    await audit(tx, ctx, {
      action: 'INICIAR_LOTE',
      entity: 'bulk_jobs',
      entityId: job.id,
      after: { acao: params.acao, tickets: ids.length, dados: { ...dados } },
    });
    return { id: job.id, total: ids.length };
  });
  if (total <= BULK_AT_ONCE) await runBulkJob(ctx, id);
  else await ctx.queue?.send(TICKET_BULK, { id });
  return { data: await ownJob(ctx, id) };
}
