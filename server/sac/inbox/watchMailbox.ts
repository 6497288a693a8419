import { type Box, openBox } from '../../adapters/mail/imapBox.ts';
import { type Lease, LOCKS, leaseOf } from '../../db/advisoryLock.ts';
import { hasPeople } from '../../installationState.ts';
import type { WorkDeps } from '../../jobs/workContext.ts';
import type { ImapSettings } from '../../mailSettings.ts';
import { LARGEST_MAIL, receiveMail } from './receive.ts';

/** How often a process whose turn it is not asks whether it is. */
const TURN = 15_000;
/** A lost connection is sought at once, then ever more seldom. */
const FIRST = 1_000;
const LONGEST = 10 * 60_000;
/** A wrong password: providers close accounts that are knocked at. */
const REFUSED = 60_000;

/**
 * Follows the mailbox: one process of all keeps its connection open and hears of each e-mail as it comes. A connection
 * that breaks is opened again, a process that dies leaves the mailbox to another.
 */
export function watchMailbox(
  deps: WorkDeps,
  imap: ImapSettings,
  { turn = TURN, first = FIRST }: { turn?: number; first?: number } = {},
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  let failures = 0;
  const again = async (box: Box, lease: Lease) => {
    failures = 0;
    await box.news(signal);
    return !signal.aborted && lease.holds();
  };
  const follow = async () => {
    while (!signal.aborted) {
      const wait = await readMailbox(deps, imap, { signal, again }).then(
        () => turn,
        (err: unknown) => {
          failures++;
          if (!signal.aborted) deps.log.warn({ err }, 'the mailbox was not read');
          return backOff(err, first, failures);
        },
      );
      await pause(wait, signal);
    }
  };
  const following = follow();
  return {
    stop: async () => {
      ending.abort();
      await following;
    },
  };
}

function backOff(error: unknown, first: number, failures: number): number {
  const refused = (error as { authenticationFailed?: boolean }).authenticationFailed ? REFUSED : 0;
  return Math.max(refused, Math.min(first * 2 ** (failures - 1), LONGEST));
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

interface Reading {
  signal?: AbortSignal;
  /** Asked after each look; without it one look is taken. */
  again?: (box: Box, lease: Lease) => Promise<boolean>;
}

/**
 * Whoever holds the lease reads, the others have nothing to do; answers how many e-mails were taken. An e-mail that
 * cannot be taken now is left unread, told in the log, and keeps none of the others out.
 */
export async function readMailbox(
  deps: WorkDeps,
  imap: ImapSettings,
  { signal, again = async () => false }: Reading = {},
): Promise<number> {
  if (!(await hasPeople(deps.db))) return 0;
  const lease = await leaseOf(deps.pool.options.connectionString ?? '', LOCKS.mailbox);
  if (!lease) return 0;
  try {
    const box = await openBox(imap);
    try {
      let taken = 0;
      do {
        taken += await box.takeUnread({
          most: LARGEST_MAIL,
          take: ({ raw, huge }) => receiveMail(deps, raw, { huge }).then(() => {}),
          failed: (err) => deps.log.warn({ err }, 'an e-mail was not taken'),
          ...(signal && { signal }),
        });
      } while (await again(box, lease));
      return taken;
    } finally {
      await box.close();
    }
  } finally {
    await lease.end();
  }
}
