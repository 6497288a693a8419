import { sweepSpool } from './adapters/files/spool.ts';
import { sweepImportBatches } from './callcenter/agendaImport/sweep.ts';
import { runNightly } from './callcenter/automations/nightly.ts';
import { countShowcases } from './callcenter/home/showcases.ts';
import { expireOrders } from './callcenter/orders/expire.ts';
import { settleLostCharges } from './callcenter/payments/charges.ts';
import { tendFieldIndexes } from './config/fields/indexes.ts';
import { sweepOrphanFiles } from './config/platform/storedFiles.ts';
import type { Deps } from './context.ts';
import { sweepRealtime } from './realtime/missed.ts';
import { sweepReports } from './sac/reportDesk/sweep.ts';
import { sweepSessions } from './session/sweep.ts';

const HOUR = 3_600_000;

/** What is tidied at the start and every hour. Several processes may do so at once. */
export function startHourly(
  deps: Deps,
  log: { warn(details: object, text: string): void },
): { stop(): Promise<void> } {
  let round = Promise.resolve();
  const turn = () => {
    round = tidy(deps).catch((error: unknown) => log.warn({ err: error }, 'not tidied'));
  };
  const timer = setInterval(turn, HOUR);
  turn();
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}

async function tidy(deps: Deps): Promise<void> {
  await sweepSpool(deps.settings.dataDir, deps.now());
  await sweepOrphanFiles(deps);
  await sweepSessions(deps);
  await sweepReports(deps);
  await sweepRealtime(deps);
  await expireOrders(deps);
  await settleLostCharges(deps);
  await tendFieldIndexes(deps);
  await sweepImportBatches(deps);
  await runNightly(deps);
  await countShowcases(deps.db, deps.now());
}
