import { and, eq } from 'drizzle-orm';
import { allows } from '../../../../contract/permissions.ts';
import type { Input, Output } from '../../../../contract/route.ts';
import { BULK_AT_ONCE, type ticketBulkRoutes } from '../../../../contract/sac/ticketBulk.ts';
import { audit } from '../../../audit.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { bulkJobs, people } from '../../../db/tables/index.ts';
import { forbidden, invalid, refused } from '../../../errors.ts';
import { withIdempotency } from '../../../idempotency.ts';
import { plainTexts } from '../../../plainText.ts';
import { selectedTickets } from '../list/selectedTickets.ts';
import { bulkActions } from './bulkActions.ts';
import { isUnfinished, type JobInput, ownJob } from './bulkJob.ts';
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
    await requireRoom(tx, ctx);
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

/** Jobs of one person that are not done yet: long ones wait in one queue, which nobody may fill alone. */
const MOST_UNDER_WAY = 5;

async function requireRoom(tx: Tx, { user }: Pick<Context, 'user'>): Promise<void> {
  // By the person's own row: of two requests at once the second counts the first.
  await tx.select({ id: people.id }).from(people).where(eq(people.id, user.id)).for('no key update');
  const underWay = await tx.$count(bulkJobs, and(eq(bulkJobs.personId, user.id), isUnfinished));
  if (underWay >= MOST_UNDER_WAY)
    throw refused(
      'LOTES_DEMAIS',
      `Você já tem ${MOST_UNDER_WAY} lotes em andamento. Espere um terminar, ou pare um deles.`,
    );
}
