import { and, eq } from 'drizzle-orm';
import type { JobAction } from '../../contract/sac/ticketBulk.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { bulkJobs, people } from '../db/tables/index.ts';
import { refused } from '../errors.ts';
import { isUnfinished, type JobInput } from './bulkJob.ts';

interface NewJob {
  action: JobAction;
  /** The records, in the order in which they are done. */
  ids: number[];
  data: JobInput['dados'];
  known?: JobInput['linhas'];
}

type Asker = Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>;

/** Writes down what is to be done, in the transaction that decides it; answers the job's id. */
export async function createJob(tx: Tx, ctx: Asker, { action, ids, data, known }: NewJob): Promise<string> {
  await requireRoom(tx, ctx);
  const input: JobInput = {
    dados: data,
    ip: ctx.ip,
    requestId: ctx.requestId,
    ...(known && { linhas: known }),
  };
  const [job] = await tx
    .insert(bulkJobs)
    .values({
      personId: ctx.user.id,
      action,
      input: { ...input },
      ids,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .returning({ id: bulkJobs.id });
  if (!job) throw new Error('a bulk job was not written');
  return job.id;
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
