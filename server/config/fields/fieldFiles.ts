import { and, eq } from 'drizzle-orm';
import { filesHeld } from '#contract/rules/fields/fieldFiles.ts';
import { fieldFileRoutes } from '#contract/sac/fieldFiles.ts';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import { files, ticketAttachments, tickets } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { ticketScope } from '../../session/scope.ts';
import { readableFields } from './extraFields.ts';

export const fieldFileImplementation = implement(fieldFileRoutes, {
  fieldFile: async ({ params: { idTicket, chave, idArquivo } }, { db, user, files: store }) => {
    const [ticket] = await db
      .select({ extraFields: tickets.extraFields })
      .from(tickets)
      .where(and(eq(tickets.id, idTicket), ticketScope(user)));
    const isRead = (await readableFields(db, 'ticket', user))?.campos.some((field) => field.chave === chave);
    if (!ticket || !isRead) throw notFound();
    if (!filesHeld(ticket.extraFields[chave]).some(({ id }) => id === idArquivo)) throw notFound();
    const [file] = await db
      .select({ name: files.name, mime: files.mime, size: files.size, storedAs: files.storedAs })
      .from(ticketAttachments)
      .innerJoin(files, eq(files.id, ticketAttachments.fileId))
      .where(
        and(
          eq(ticketAttachments.ticketId, idTicket),
          eq(ticketAttachments.fieldKey, chave),
          eq(ticketAttachments.fileId, idArquivo),
        ),
      );
    if (!file) throw notFound();
    const { name, mime, size, storedAs } = file;
    const content = await store.get(storedAs).catch((error: unknown) => {
      throw error instanceof MissingFile ? notFound() : error;
    });
    return { content, name, mime, size };
  },
});
