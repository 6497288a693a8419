import { inArray } from 'drizzle-orm';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { files, ticketAttachments } from '../../../db/tables/index.ts';

export interface NewAttachment {
  fileId: string;
  itemId?: number;
  messageId?: number | null;
  /** Hidden from end consumers. */
  internal?: boolean;
}

/** Makes files attachments of a ticket. They were found to be the person's own, and locked (attachedFiles). */
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
