import { and, eq, type SQL } from 'drizzle-orm';
import type { FieldEntity } from '#contract/rules/fields/extraField.ts';
import { filesHeld } from '#contract/rules/fields/fieldFiles.ts';
import type { FieldValues } from '#contract/rules/fields/fieldValues.ts';
import { fieldFileRoutes } from '#contract/sac/fieldFiles.ts';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import type { Context } from '../../context.ts';
import { customerFiles, files, ticketAttachments, tickets } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { isConsumer, ticketScope } from '../../session/scope.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { readableFields } from './extraFields.ts';

interface Held {
  chave: string;
  idArquivo: string;
}

export const fieldFileImplementation = implement(fieldFileRoutes, {
  fieldFile: async ({ params: { idTicket, ...held } }, ctx) => {
    const [ticket] = await ctx.db
      .select({ extraFields: tickets.extraFields })
      .from(tickets)
      .where(and(eq(tickets.id, idTicket), ticketScope(ctx.user)));
    await requireHeld(ctx, 'ticket', ticket?.extraFields, held);
    return contentOf(ctx, held, ticketAttachments, [
      eq(ticketAttachments.ticketId, idTicket),
      eq(ticketAttachments.fieldKey, held.chave),
    ]);
  },
  customerFieldFile: async ({ params: { idCli, ...held } }, ctx) => {
    const customer = isConsumer(ctx.user) ? undefined : await visibleCustomer(ctx.db, ctx.user, idCli);
    await requireHeld(ctx, 'cliente', customer?.extraFields, held);
    return contentOf(ctx, held, customerFiles, [eq(customerFiles.customerId, idCli)]);
  },
});

/** 404 unless the person reads the field, and the record has the file in it. */
async function requireHeld(
  { db, user }: Pick<Context, 'db' | 'user'>,
  entity: FieldEntity,
  values: FieldValues | undefined,
  { chave, idArquivo }: Held,
): Promise<void> {
  const isRead = (await readableFields(db, entity, user))?.campos.some((field) => field.chave === chave);
  if (!values || !isRead || !filesHeld(values[chave]).some(({ id }) => id === idArquivo)) throw notFound();
}

/** The file, as long as the record is linked with it, whatever its fields say. */
async function contentOf(
  { db, files: store }: Pick<Context, 'db' | 'files'>,
  { idArquivo }: Held,
  link: typeof customerFiles | typeof ticketAttachments,
  ofRecord: readonly SQL[],
): Promise<FileAnswer> {
  const [file] = await db
    .select({ name: files.name, mime: files.mime, size: files.size, storedAs: files.storedAs })
    .from(files)
    .innerJoin(link, eq(link.fileId, files.id))
    .where(and(...ofRecord, eq(files.id, idArquivo)));
  if (!file) throw notFound();
  const { storedAs, ...shown } = file;
  const content = await store.get(storedAs).catch((error: unknown) => {
    throw error instanceof MissingFile ? notFound() : error;
  });
  return { content, ...shown };
}
