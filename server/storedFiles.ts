import type { Readable } from 'node:stream';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { FileRef } from '#contract/config/platform.ts';
import type { Extension } from './adapters/files/inspect.ts';
import { receiveUpload, type Upload } from './adapters/files/receiveUpload.ts';
import { InfectedFile } from './adapters/files/scan.ts';
import type { Context, Deps } from './context.ts';
import type { Tx } from './db/client.ts';
import { drafts, files } from './db/tables/index.ts';
import { notFound, Refusal } from './errors.ts';
import { readOne } from './foreign/readForeign.ts';
import { audit } from './writing/audit.ts';

/** Stores an upload for the person who sends it. Until a record links it, only that person can use it. */
export async function keepUpload(
  ctx: Context,
  upload: Upload,
  maxBytes: number,
  accept?: readonly Extension[],
): Promise<FileRef> {
  if ((await pendingBytes(ctx)) > MAX_PENDING) {
    upload.content.resume();
    throw tooMuchPending();
  }
  const { storedAs, name, mime, size, sha256 } = await receiveUpload(
    upload,
    { maxBytes, ...(accept && { accept }) },
    { files: ctx.files, dataDir: ctx.settings.dataDir, scanner: ctx.settings.scanner },
  ).catch(async (error: unknown) => {
    if (error instanceof InfectedFile) await auditInfected(ctx, upload.name, error.found);
    throw error;
  });
  const [row] = await ctx.db
    .insert(files)
    .values({ name, mime, size, sha256, storedAs, ownerId: ctx.user.id, createdAt: ctx.now() })
    .returning({ id: files.id });
  if (!row) throw new Error('the file was not recorded');
  return { id: row.id, nome: name, mime, tamanho: size };
}

/** The user's machine may be infected, so the audit log shows whose it is. */
const auditInfected = (ctx: Context, arquivo: string, achado: string) =>
  audit(ctx.db, ctx, {
    action: 'RECUSAR_ARQUIVO_INFECTADO',
    entity: 'people',
    entityId: ctx.user.id,
    after: { arquivo: arquivo.slice(0, 255), achado },
  });

/** The number of bytes that one person may store without using them, so that no one fills the disk alone. */
const MAX_PENDING = 1024 ** 3;

async function pendingBytes({ db, user }: Context): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)`.mapWith(Number) })
    .from(files)
    .where(and(isNull(files.linkedAt), eq(files.ownerId, user.id)));
  return row?.bytes ?? 0;
}

const tooMuchPending = () =>
  new Refusal(
    429,
    'ARQUIVOS_SEM_USO',
    'Há muitos arquivos seus enviados e ainda não usados. Conclua ou descarte o que começou e tente de novo.',
  );

/** Removes files that nothing links yet. */
export async function removeUnlinkedFiles(deps: Deps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = and(inArray(files.id, [...ids]), isNull(files.linkedAt));
  const found = await deps.db.select({ storedAs: files.storedAs }).from(files).where(own);
  for (const { storedAs } of found) await deps.files.remove(storedAs);
  await deps.db.delete(files).where(own);
}

/**
 * Files that a record no longer holds are swept as those that nothing ever used, a day from now: until then they are uploads of
 * whoever took them out, who may put them back.
 */
export async function releaseFiles(
  tx: Tx,
  { user, now }: Pick<Context, 'user' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(files)
    .set({ linkedAt: null, createdAt: now(), ownerId: user.id })
    .where(inArray(files.id, [...ids]));
}

const DAY = 24 * 60 * 60 * 1000;
/** The most rows that one transaction takes, so that it never holds the database for long. */
const SWEEP_BATCH = 50;

/**
 * Removes files that nothing linked within a day and that no draft of their owner refers to. Returns how many; run at the
 * start and every hour. Two processes may run it at once, since each takes rows that the other does not hold.
 */
export async function sweepOrphanFiles(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<number> {
  const before = new Date(deps.now().getTime() - DAY);
  for (let swept = 0; ; ) {
    const sweptCount = await sweepSome(deps, before);
    swept += sweptCount;
    if (sweptCount < SWEEP_BATCH) return swept;
  }
}

/** The file is removed before its row, so that if the store fails, the row is still there for the next time. */
const sweepSome = ({ db, files: store }: Pick<Deps, 'db' | 'files'>, before: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const found = await tx
      .select({ id: files.id, storedAs: files.storedAs })
      .from(files)
      .where(and(isNull(files.linkedAt), lt(files.createdAt, before), namedByNoDraft))
      .orderBy(asc(files.createdAt))
      .limit(SWEEP_BATCH)
      .for('update', { skipLocked: true });
    for (const { storedAs } of found) await store.remove(storedAs);
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(files).where(inArray(files.id, ids));
    return found.length;
  });

const namedByNoDraft = sql`not exists (
  select from ${drafts} where ${drafts.personId} = ${files.ownerId}
  and ${drafts.content}::text like '%' || ${files.id}::text || '%')`;

/** The rows of a spreadsheet that the person uploaded, heading first; 404 for someone else's. */
export async function ownSheet(ctx: Context, fileId: string, mostRows: number): Promise<string[][]> {
  const [file] = await ctx.db
    .select({ name: files.name, storedAs: files.storedAs })
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.ownerId, ctx.user.id)));
  if (!file) throw notFound();
  const parts: Buffer[] = [];
  for await (const part of await ctx.files.get(file.storedAs)) parts.push(part as Buffer);
  return readOne('sheet', { content: Buffer.concat(parts), name: file.name, mostRows });
}

/** The return value of a `file: true` handler. */
export interface FileAnswer {
  content: Readable | Buffer;
  name: string;
  mime: string;
  size?: number;
  /** Displayed in the page (pictures from our own store) instead of downloaded. */
  inline?: boolean;
  /** The same for every user, so a browser may cache it for five minutes. Files of a record are never cached. */
  keep?: boolean;
  /** The address changes with the content, so a browser never has to ask again. */
  forever?: boolean;
}

/** Sends the file so that no browser may interpret it as another type (docs/domain.md 17, Files). */
export function sendFile(reply: FastifyReply, file: FileAnswer) {
  const ascii = file.name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '_');
  reply.header('Content-Type', file.mime);
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Cache-Control', cachingOf(file));
  reply.header(
    'Content-Disposition',
    `${file.inline ? 'inline' : 'attachment'}; filename="${ascii || 'arquivo'}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  );
  if (file.size !== undefined) reply.header('Content-Length', file.size);
  return reply.send(file.content);
}

const cachingOf = ({ keep, forever }: FileAnswer) => {
  if (forever) return 'private, max-age=31536000, immutable';
  return keep ? 'private, max-age=300' : 'no-store';
};
