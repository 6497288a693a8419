import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { newFileId } from '../../adapters/files/fileStore.ts';
import type { Tx } from '../../db/client.ts';
import { files, receivedEmails } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import type { WorkDeps } from '../../jobs/workContext.ts';
import { mailboxPersonId } from './queries.ts';

type Row = typeof receivedEmails.$inferSelect;

/** An e-mail that is stored in its original form and not read yet. */
export interface AsideMail {
  id: number;
  file: { id: string; storedAs: string };
}

/** After this long, in milliseconds, whoever began to read an e-mail is not alive any more. */
const MAX_READING = 2 * 60_000;
const MAX_WAIT = 30_000;
const TURN = 100;
/** A process may be stopped while it reads a harmless e-mail, but hardly twice. */
const MAX_ATTEMPTS = 2;

/**
 * Stores an e-mail before anything of it is read, as one that could not be read: it stays so if the process is killed while it
 * reads. Returns the row of an e-mail that was set aside for good or read before. Waits while another process reads it.
 */
export async function setAside(deps: WorkDeps, raw: Buffer): Promise<AsideMail | Row> {
  const sha256 = createHash('sha256').update(raw).digest('hex');
  const messageId = `sha256:${sha256}`;
  for (let waited = 0; waited < MAX_WAIT; waited += TURN) {
    const stored = await deps.db.transaction((tx) => store(tx, deps, raw, { messageId, sha256 }));
    if (stored) return stored;
    const [found] = await deps.db
      .select({ email: receivedEmails, storedAs: files.storedAs })
      .from(receivedEmails)
      .leftJoin(files, eq(files.id, receivedEmails.fileId))
      .where(eq(receivedEmails.messageId, messageId));
    if (!found) continue;
    const { email, storedAs } = found;
    if (email.readAttempts === 0 || email.detail !== '') return email;
    if (deps.now().getTime() - email.receivedAt.getTime() < MAX_READING) await pause(TURN);
    else if (email.readAttempts >= MAX_ATTEMPTS || !email.fileId || !storedAs)
      return tellUnread(
        deps,
        email.id,
        'O servidor parou enquanto lia este e-mail, e por isso não o lê de novo.',
      );
    else if (await claim(deps, email)) return { id: email.id, file: { id: email.fileId, storedAs } };
  }
  throw new Refusal(503, 'EM_LEITURA', 'Este e-mail está sendo lido. Envie-o de novo em um minuto.');
}

/** Says why an e-mail was not read. From now on only a person's decision reads it again. */
export async function tellUnread(
  deps: WorkDeps,
  id: number,
  detail: string,
  known: Partial<Row> = {},
): Promise<Row> {
  const [row] = await deps.db
    .update(receivedEmails)
    .set({ ...known, detail })
    .where(eq(receivedEmails.id, id))
    .returning();
  if (!row) throw new Error('the e-mail is not there any more');
  deps.log.warn({ email: id, detail }, 'an e-mail was set aside unread');
  return row;
}

/** Forgets an e-mail that will arrive again, or that had arrived before. */
export async function forget(deps: WorkDeps, aside: AsideMail): Promise<void> {
  await deps.db.transaction((tx) => dropAside(tx, aside));
  await deps.files.remove(aside.file.storedAs);
}

/** Removes the row of an e-mail that was set aside, but not its content. */
export async function dropAside(tx: Tx, { id, file }: AsideMail): Promise<void> {
  await tx.delete(receivedEmails).where(eq(receivedEmails.id, id));
  await tx.delete(files).where(eq(files.id, file.id));
}

async function store(
  tx: Tx,
  deps: WorkDeps,
  raw: Buffer,
  { messageId, sha256 }: { messageId: string; sha256: string },
): Promise<AsideMail | null> {
  const [row] = await tx
    .insert(receivedEmails)
    .values({ messageId, state: 'ESPERA', reason: 'ILEGIVEL', readAttempts: 1, receivedAt: deps.now() })
    .onConflictDoNothing()
    .returning({ id: receivedEmails.id });
  if (!row) return null;
  const storedAs = newFileId();
  await deps.files.put(() => Readable.from([raw]), { id: storedAs, size: raw.length, sha256 });
  const [file] = await tx
    .insert(files)
    .values({
      name: 'mensagem.eml',
      mime: 'message/rfc822',
      size: raw.length,
      sha256,
      storedAs,
      ownerId: await mailboxPersonId(tx),
      createdAt: deps.now(),
      linkedAt: deps.now(),
    })
    .returning({ id: files.id });
  if (!file) throw new Error('the e-mail was not kept');
  await tx.update(receivedEmails).set({ fileId: file.id }).where(eq(receivedEmails.id, row.id));
  return { id: row.id, file: { id: file.id, storedAs } };
}

async function claim({ db, now }: WorkDeps, { id, readAttempts }: Row): Promise<boolean> {
  const claimed = await db
    .update(receivedEmails)
    .set({ readAttempts: readAttempts + 1, receivedAt: now() })
    .where(and(eq(receivedEmails.id, id), eq(receivedEmails.readAttempts, readAttempts)))
    .returning({ id: receivedEmails.id });
  return claimed.length > 0;
}
