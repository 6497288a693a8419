import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { FileRef } from '#contract/config/platform.ts';
import type { Problem } from '#contract/rules/problem.ts';
import type { TicketInput } from '#contract/rules/tickets/ticketInput.ts';
import type { Context, User } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { files, ticketAttachments } from '#server/db/tables/index.ts';

export interface AttachedFiles {
  /** The files as stored, by id; the name, type and size in the body are not trusted. */
  stored: ReadonlyMap<string, FileRef>;
  problems: Problem[];
}

/** The places where a body names files: for the ticket as a whole and per line. */
interface NamingFiles {
  arquivos?: readonly FileRef[] | undefined;
  itens?: readonly { arquivos?: readonly FileRef[] | undefined }[] | undefined;
}

/**
 * The files that a body names: each may appear once, must be the person's own, and must not be linked yet. Locked until the
 * transaction ends.
 */
export async function attachedFiles(
  db: Executor,
  input: NamingFiles,
  user: Pick<User, 'id'>,
): Promise<AttachedFiles> {
  const named = namedFiles(input);
  const stored = await lockOwn(
    db,
    user,
    named.map(({ id }) => id),
  );
  const seen = new Set<string>();
  const problems = named.flatMap(({ id, field }) => {
    const repeated = seen.has(id);
    seen.add(id);
    if (repeated) return [{ field, message: 'Este arquivo já foi anexado.' }];
    return stored.has(id) ? [] : [{ field, message: 'Arquivo não encontrado. Envie-o de novo.' }];
  });
  return { stored, problems };
}

/** The same input with the files' actual sizes. */
export function withTrueSizes(input: TicketInput, { stored }: AttachedFiles): TicketInput {
  const measured = (given: readonly FileRef[] = []) => given.map((file) => stored.get(file.id) ?? file);
  return {
    ...input,
    arquivos: measured(input.arquivos),
    itens: input.itens?.map((item) => ({ ...item, arquivos: measured(item.arquivos) })),
  };
}

const namedFiles = ({ arquivos = [], itens = [] }: NamingFiles): { id: string; field: string }[] => [
  ...arquivos.map(({ id }, index) => ({ id, field: `arquivos.${index}` })),
  ...itens.flatMap((item, line) =>
    (item.arquivos ?? []).map(({ id }, index) => ({ id, field: `itens.${line}.arquivos.${index}` })),
  ),
];

async function lockOwn(db: Executor, user: Pick<User, 'id'>, ids: string[]): Promise<Map<string, FileRef>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: files.id, nome: files.name, mime: files.mime, tamanho: files.size })
    .from(files)
    .where(and(inArray(files.id, ids), eq(files.ownerId, user.id), isNull(files.linkedAt)))
    .orderBy(asc(files.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

interface NewAttachment {
  fileId: string;
  itemId?: number;
  messageId?: number | null;
  /** The extra field that holds it. */
  fieldKey?: string;
  /** Hidden from end consumers. */
  internal?: boolean;
}

/** Attaches files to a ticket. The caller has checked that they are the person's own and locked them (attachedFiles). */
export async function linkFiles(
  tx: Tx,
  ctx: Pick<Context, 'now'>,
  ticketId: number,
  attachments: readonly NewAttachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  const createdAt = ctx.now();
  await tx.insert(ticketAttachments).values(attachments.map((each) => ({ ...each, ticketId, createdAt })));
  await tx
    .update(files)
    .set({ linkedAt: createdAt })
    .where(
      inArray(
        files.id,
        attachments.map(({ fileId }) => fileId),
      ),
    );
}
