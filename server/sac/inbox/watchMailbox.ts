import type pg from 'pg';
import { readBox } from '../../adapters/mail/imapBox.ts';
import { LOCKS } from '../../db/advisoryLock.ts';
import { hasPeople } from '../../installationState.ts';
import type { WorkDeps } from '../../jobs/workContext.ts';
import type { ImapSettings } from '../../mailSettings.ts';
import { LARGEST_MAIL, receiveMail } from './receive.ts';

const AT_REST = 15_000;
const LONGEST = 10 * 60_000;

/** Looks into the mailbox again and again, in one process at a time; seldom while it fails. */
export function watchMailbox(
  deps: WorkDeps,
  imap: ImapSettings,
  atRest = AT_REST,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  const turn = async () => {
    try {
      await readMailbox(deps, imap, ending.signal);
      failures = 0;
    } catch (err) {
      failures++;
      deps.log.warn({ err }, 'the mailbox was not read');
    }
    if (ending.signal.aborted) return;
    timer = setTimeout(
      () => {
        round = turn();
      },
      Math.min(atRest * 2 ** failures, LONGEST),
    );
  };
  let round = turn();
  return {
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      await round;
    },
  };
}

/**
 * One look. Whoever holds the lock reads, the others have nothing to do; answers how many e-mails were taken. An e-mail
 * that cannot be taken now is left unread, told in the log, and keeps none of the others out.
 */
export async function readMailbox(deps: WorkDeps, imap: ImapSettings, signal?: AbortSignal): Promise<number> {
  if (!(await hasPeople(deps.db))) return 0;
  const client = await deps.pool.connect();
  try {
    if (!(await lease(client))) return 0;
    try {
      return await readBox(
        imap,
        LARGEST_MAIL,
        ({ raw, huge }) => receiveMail(deps, raw, { huge }).then(() => {}),
        {
          ...(signal && { signal }),
          failed: (err) => deps.log.warn({ err }, 'an e-mail was not taken'),
        },
      );
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCKS.mailbox]);
    }
  } finally {
    client.release();
  }
}

/** The session holds it: a process that dies gives it back. */
async function lease(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    LOCKS.mailbox,
  ]);
  return rows[0]?.mine ?? false;
}
