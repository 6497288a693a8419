import type { ImapFlow } from 'imapflow';
import type { ImapSettings } from '../../mailSettings.ts';
import { traced } from '../../tracing/spans.ts';

/** An e-mail of the box, whole or, where it is larger than `most` bytes, its head alone. */
interface BoxMail {
  raw: Buffer;
  huge: boolean;
}

interface Taking {
  most: number;
  take: (mail: BoxMail) => Promise<void>;
  signal?: AbortSignal;
  failed?: (error: unknown) => void;
}

/** A mailbox with its connection open. */
export interface Box {
  /**
   * Hands every unread e-mail over, the oldest first, and marks it only once `take` has resolved: what a crash interrupts
   * is handed over again. Answers how many were taken. One that `take` rejects keeps none of the others out.
   */
  takeUnread(taking: Taking): Promise<number>;
  /**
   * Resolves as soon as the server tells of an e-mail that came after the last look (IDLE, RFC 2177), and without any
   * word when it is time to look again. Rejects when the connection is lost.
   */
  news(signal: AbortSignal, rest?: number): Promise<void>;
  close(): Promise<void>;
}

const SECONDS = 1_000;
/** How long nothing is looked at: by a server that tells of news by itself, as a second way, and by one that does not. */
const REST = { pushed: 45 * SECONDS, polled: 15 * SECONDS };

export async function openBox(settings: ImapSettings): Promise<Box> {
  const { host, port, secure, user, pass, folder, doneFolder } = settings;
  // Few companies have a mailbox read: a start waits for no megabyte of it.
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
    async news(signal, rest) {
      const idles = client.capabilities.has('IDLE');
      // Any later command ends it.
      if (idles) client.idle().catch((error: unknown) => line.lose(error));
      await line.word(signal, rest ?? (idles ? REST.pushed : REST.polled));
    },
    close: () => client.logout().catch(() => client.close()),
  };
}

/** What the server says without being asked. What it said while nobody waited is not lost. */
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
  { most, take, signal, failed = () => {} }: Taking,
): Promise<number> {
  const unread = (await client.search({ seen: false }, { uid: true })) || [];
  // A look that finds nothing is no step of anything.
  if (unread.length === 0) return 0;
  return traced({ name: 'read mailbox', kind: 'CONSUMER' }, async () => {
    let taken = 0;
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
      taken++;
    }
    return taken;
  });
}

async function fetchMail(client: ImapFlow, uid: number, most: number): Promise<BoxMail | null> {
  const known = await client.fetchOne(String(uid), { size: true }, { uid: true });
  if (!known) return null;
  const huge = (known.size ?? 0) > most;
  const found = await client.fetchOne(String(uid), huge ? { headers: true } : { source: true }, {
    uid: true,
  });
  const raw = found && (huge ? found.headers : found.source);
  return raw ? { raw, huge } : null;
}
