import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../context.ts';
import type { WorkQueue } from '../../jobs/queue.ts';
import { deliver, type RunToFile } from './deliver.ts';
import { type Delivery, REPORT_DELIVERIES, sendDueSchedules } from './dueSchedules.ts';

const EVERY = 30_000;

interface Parts extends Deps {
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Looks for reports that are due twice a minute, and delivers them. Several processes share the work. */
export async function workOnReportSchedules(
  deps: Parts,
  queue: WorkQueue,
  runToFile: RunToFile,
): Promise<{ stop(): Promise<void> }> {
  await queue.work(REPORT_DELIVERIES, (data, signal) => deliver(deps, data as Delivery, runToFile, signal));
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const turn = () => {
    round = sendDueSchedules({ ...deps, queue })
      .catch((error: unknown) => deps.log.warn({ err: error }, 'report schedules not reached'))
      .then(() => {
        if (!stopped) timer = setTimeout(turn, EVERY);
      });
  };
  turn();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
