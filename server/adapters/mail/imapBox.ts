import type { ImapFlow } from 'imapflow';
import type { ImapSettings } from '../../settings/mailSettings.ts';
import { traced } from '../../tracing/spans.ts';

/** An e-mail from the mailbox: complete, or only its header when it is larger than `most` bytes. */
interface BoxMail {
  raw: Buffer;
  huge: boolean;
}

interface FetchOptions {
  most: number;
  take: (mail: BoxMail) => Promise<void>;
  signal?: AbortSignal;
  failed?: (error: unknown) => void;
}

/** A mailbox with its connection open. */
export interface Box {
  /**
   * Hands over every unread e-mail, oldest first, and marks each as read only after `take` has resolved, so that one
   * interrupted by a crash is handed over again. Resolves to the number taken. An e-mail that `take` rejects does not hold up
   * the others.
   */
  takeUnread(taking: FetchOptions): Promise<number>;
  /**
   * Resolves as soon as the server announces an e-mail that arrived after the last check (IDLE, RFC 2177), or when it is time
   * to check again anyway. Rejects when the connection is lost.
   */
  waitForMail(signal: AbortSignal, rest?: number): Promise<void>;
  close(): Promise<void>;
}

const SECONDS = 1_000;
/**
 * How long to wait between checks: `pushed` when the server announces new mail (as a safety net), `polled` when it does not.
 */
const REST = { pushed: 45 * SECONDS, polled: 15 * SECONDS };

export async function openBox(settings: ImapSettings): Promise<Box> {
  const { host, port, secure, user, pass, folder, doneFolder } = settings;
  // Few companies use a mailbox, so startup does not load a megabyte for it.
  const imap = await import('imapflow');
  const client = new imap.ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 60 * SECONDS,
  });
  const line = watchLine(client);
  await client.connect();
  try {
    await client.mailboxOpen(folder);
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    takeUnread: (taking) => {
      line.forget();
      return takeUnread(client, doneFolder, taking);
    },
    async waitForMail(signal, rest) {
      const idles = client.capabilities.has('IDLE');
      // Any later command ends the IDLE.
      if (idles) client.idle().catch((error: unknown) => line.lose(error));
      await line.word(signal, rest ?? (idles ? REST.pushed : REST.polled));
    },
    close: () => client.logout().catch(() => client.close()),
  };
}

/** Collects what the server reports without being asked. Nothing is lost that arrives while no caller is waiting. */
function watchLine(client: ImapFlow) {
  let arrived = false;
  let lost: unknown = null;
  let wake = () => {};
  const lose = (error: unknown) => {
    lost ??= error ?? new Error('the connection to the mailbox ended');
    wake();
  };
  client.on('exists', () => {
    arrived = true;
    wake();
  });
  client.on('error', lose);
  client.on('close', () => lose(null));
  return {
    lose,
    forget: () => {
      arrived = false;
    },
    async word(signal: AbortSignal, rest: number): Promise<void> {
      if (!arrived && !lost && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, rest);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', wake, { once: true });
        });
      signal.removeEventListener('abort', wake);
      if (lost && !signal.aborted) throw lost;
    },
  };
}

async function takeUnread(
  client: ImapFlow,
  doneFolder: string | undefined,
  { most, take, signal, failed = () => {} }: FetchOptions,
): Promise<number> {
  const unread = (await client.search({ seen: false }, { uid: true })) || [];
  // A check that finds nothing is not worth a trace.
  if (unread.length === 0) return 0;
  return traced({ name: 'read mailbox', kind: 'CONSUMER' }, async () => {
    let takenCount = 0;
    for (const uid of unread) {
      if (signal?.aborted) break;
      const mail = await traced({ name: 'fetch e-mail', kind: 'CLIENT' }, () => fetchMail(client, uid, most));
      if (!mail) continue;
      const done = await traced({ name: 'receive e-mail', kind: 'INTERNAL' }, () => take(mail)).then(
        () => true,
        (error: unknown) => {
          failed(error);
          return false;
        },
      );
      if (!done) continue;
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      if (doneFolder) await client.messageMove(String(uid), doneFolder, { uid: true });
      takenCount++;
    }
    return takenCount;
  });
}

async function fetchMail(client: ImapFlow, uid: number, most: number): Promise<BoxMail | null> {
  const message = await client.fetchOne(String(uid), { size: true }, { uid: true });
  if (!message) return null;
  const huge = (message.size ?? 0) > most;
  const found = await client.fetchOne(String(uid), huge ? { headers: true } : { source: true }, {
    uid: true,
  });
  const raw = found && (huge ? found.headers : found.source);
  return raw ? { raw, huge } : null;
}
