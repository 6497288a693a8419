import { ImapFlow } from 'imapflow';
import type { ImapSettings } from '../../mailSettings.ts';

/** An e-mail of the box, whole or, where it is larger than `most` bytes, its head alone. */
export interface BoxMail {
  raw: Buffer;
  huge: boolean;
}

const SECONDS = 1_000;

/**
 * Hands every unread e-mail of the box over, the oldest first, and marks it only once `take` has resolved: what a crash
 * interrupts is handed over again. Answers how many were taken. One that `take` rejects keeps none of the others out.
 */
export async function readBox(
  settings: ImapSettings,
  most: number,
  take: (mail: BoxMail) => Promise<void>,
  { signal, failed = () => {} }: { signal?: AbortSignal; failed?: (error: unknown) => void } = {},
): Promise<number> {
  const { host, port, secure, user, pass, folder, doneFolder } = settings;
  const client = new ImapFlow({
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
  // Without a listener a broken connection would end the process; the call that waits is told by itself.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.mailboxOpen(folder);
    const unread = (await client.search({ seen: false }, { uid: true })) || [];
    let taken = 0;
    for (const uid of unread) {
      if (signal?.aborted) break;
      const mail = await fetchMail(client, uid, most);
      if (!mail) continue;
      const done = await take(mail).then(
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
  } finally {
    await client.logout().catch(() => client.close());
  }
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
