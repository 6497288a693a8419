import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { NFE_IMPORT_PROGRESS, personChannel } from '../../../contract/realtime.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { files, nfeImports } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { publish } from '../../realtime/publish.ts';

/** The user's own files that nothing else uses, in the order in which they were sent. */
export async function linkUploads(tx: Tx, ctx: Context, ids: readonly string[]) {
  const found = await tx
    .select({ id: files.id, nome: files.name })
    .from(files)
    .where(and(inArray(files.id, [...ids]), eq(files.ownerId, ctx.user.id), isNull(files.linkedAt)))
    .orderBy(asc(files.id))
    .for('update');
  const byId = new Map(found.map((file) => [file.id, file]));
  if (byId.size < ids.length) throw invalid({ arquivos: 'Arquivo não encontrado. Envie-o de novo.' });
  const wrong = found.find(({ nome }) => !/\.(xml|zip)$/i.test(nome));
  if (wrong) throw invalid({ arquivos: `O arquivo "${wrong.nome}" não é um XML nem um ZIP.` });
  await tx
    .update(files)
    .set({ linkedAt: ctx.now() })
    .where(inArray(files.id, [...ids]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function newImport(
  tx: Tx,
  ctx: Context,
  given: { files?: { id: string; nome: string }[]; emitter?: string },
): Promise<string> {
  const [job] = await tx
    .insert(nfeImports)
    .values({
      personId: ctx.user.id,
      ip: ctx.ip,
      requestId: ctx.requestId,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
      ...given,
    })
    .returning({ id: nfeImports.id });
  if (!job) throw new Error('an import of notes was not written');
  await audit(tx, ctx, {
    action: 'IMPORTAR',
    entity: 'nfe_imports',
    entityId: job.id,
    after: { arquivos: given.files?.map(({ nome }) => nome) ?? [], emitente: given.emitter ?? '' },
  });
  return job.id;
}

/** Reports an import's progress to the person who started it. */
export const publishImport = (
  tx: Executor,
  job: Pick<typeof nfeImports.$inferSelect, 'id' | 'personId' | 'processed' | 'total' | 'status'>,
  at: Date,
): Promise<void> =>
  publish(tx, {
    channels: [personChannel(job.personId)],
    event: NFE_IMPORT_PROGRESS,
    data: { id: job.id, processados: job.processed, total: job.total, situacao: job.status },
    at,
  });
