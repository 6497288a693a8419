import { sweepSpool } from '../adapters/files/receiveUpload.ts';
import { runNightly } from '../callcenter/automations/run.ts';
import { forgetMerged } from '../callcenter/customerMerges/commands.ts';
import { countShowcases } from '../callcenter/home/queries.ts';
import { forgetCallers } from '../callcenter/incomingCalls/commands.ts';
import { followAllTaxes } from '../callcenter/orderCore/totals.ts';
import { expireOrders } from '../callcenter/orders/expire.ts';
import { settleLostCharges } from '../callcenter/payments/charges.ts';
import { followAllPackagings } from '../callcenter/quoteEditing/repackedLines.ts';
import { sweepImportBatches } from '../callcenter/suggestions/importList.ts';
import { sweepRuleRuns } from '../companyRules/worker.ts';
import { sweepVerdicts } from '../config/definitions/validate.ts';
import { syncLargeFieldIndexes } from '../config/fields/queries.ts';
import { sweepValidators } from '../config/forms/storedValidators.ts';
import { goOnErasing } from '../config/privacy/commands.ts';
import { runTonight, sweepAudit, sweepEmails } from '../config/retention/commands.ts';
import type { Deps } from '../context.ts';
import { sweepFeed } from '../feed/sequencer.ts';
import { sweepRealtime } from '../realtime/register.ts';
import { buildPendingIndexes } from '../records/custom/customIndexes.ts';
import { sweepImports } from '../records/import/commands.ts';
import { sweepReceived } from '../sac/inbox/commands.ts';
import { sweepNfeImports } from '../sac/nfe/worker.ts';
import { sweepReports } from '../sac/reportDesk/deliver.ts';
import { buildWordsIndex } from '../sac/tickets/list/wordsIndex.ts';
import { sweepSessions } from '../session/sweep.ts';
import { sweepOrphanFiles } from '../storedFiles.ts';
import { traced } from '../tracing/spans.ts';
import { sweepDeliveries } from '../webhooks/switchOff.ts';

const HOUR = 3_600_000;

/**
 * Run one after the other; a failing step does not prevent the others. A returned number is the number of rows that were
 * removed.
 */
const STEPS: Readonly<Record<string, (deps: Deps) => Promise<unknown>>> = {
  spool: ({ settings, now }) => sweepSpool(settings.dataDir, now()),
  'orphan files': sweepOrphanFiles,
  sessions: sweepSessions,
  reports: sweepReports,
  realtime: sweepRealtime,
  feed: sweepFeed,
  'webhook deliveries': sweepDeliveries,
  'numbers that called and led to nobody': forgetCallers,
  'what rules did': sweepRuleRuns,
  'what was kept of merged customers': forgetMerged,
  audit: sweepAudit,
  'e-mails': sweepEmails,
  'expired orders': expireOrders,
  'packagings of open quotes': followAllPackagings,
  'taxes of open quotes': followAllTaxes,
  'lost charges': settleLostCharges,
  'field indexes': syncLargeFieldIndexes,
  'record type indexes': buildPendingIndexes,
  'import batches': sweepImportBatches,
  'received e-mails': sweepReceived,
  imports: sweepImports,
  'note imports': sweepNfeImports,
  automations: runNightly,
  'form validators': sweepValidators,
  'definition verdicts': sweepVerdicts,
  'personal data that no law keeps any more': goOnErasing,
  'rules of retention': runTonight,
  showcases: ({ db, now }) => countShowcases(db, now()),
  // Last, since it takes minutes after the upgrade that brings it.
  'words of messages': buildWordsIndex,
};

interface Log {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
}

/** Cleans up at startup and every hour. Several processes may do so at the same time. */
export function startHourly(deps: Deps, log: Log): { stop(): Promise<void> } {
  let round = Promise.resolve();
  const turn = () => {
    round = tidy(deps, log);
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

export async function tidy(deps: Deps, log: Log, steps = STEPS): Promise<void> {
  for (const [step, work] of Object.entries(steps))
    try {
      const rows = await traced({ name: `tidy ${step}`, kind: 'INTERNAL' }, () => work(deps));
      if (typeof rows === 'number' && rows > 0) log.info({ step, rows }, 'swept');
    } catch (err) {
      log.warn({ err, step }, 'not tidied');
    }
}
