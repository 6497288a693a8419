import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { grantsOf } from '#contract/permissions.ts';
import { NFE_IMPORT_PROGRESS, personChannel } from '#contract/realtime.ts';
import type { Context, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { files, nfeImports, people } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { publish } from '../../realtime/publish.ts';
import { roleFor } from '../../session/roles.ts';
import type { Settings } from '../../settings/settings.ts';
import { audit } from '../../writing/audit.ts';

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

/** Authors without a person behind them. Their names are not CPFs, so no one can sign in with them. */
const AUTHORS = {
  folder: { cpf: 'pasta:nfe', name: 'Pasta de notas (NFE_DIR)' },
  kept: { cpf: 'notas:guardadas', name: 'Notas guardadas' },
} as const;

/** The person stored as the author of everything imported from the folder; created when it is first read. */
export const folderPerson = (db: Executor): Promise<number> => authorOf(db, AUTHORS.folder);

async function authorOf(db: Executor, { cpf, name }: { cpf: string; name: string }): Promise<number> {
  const find = () => db.select({ id: people.id }).from(people).where(eq(people.cpf, cpf));
  const [known] = await find();
  if (known) return known.id;
  await db
    .insert(people)
    .values({
      ...{ cpf, name, email: '', type: 'ADMIN', passwordHash: 'nenhuma', active: false },
      roleId: await roleFor(db, 'ADMIN'),
    })
    .onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error(`the person ${cpf} was not written`);
  return made.id;
}

/** Whoever sets NFE_DIR administers the server, so while it is set the folder may import NF-e, and nothing else. */
export async function folderAuthor(
  db: Executor,
  { nfeDir }: Pick<Settings, 'nfeDir'>,
  id: number,
): Promise<User | null> {
  if (!nfeDir) return null;
  const [row] = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, id), eq(people.cpf, AUTHORS.folder.cpf)));
  return row ? importing(row.id, AUTHORS.folder) : null;
}

/** The author of what kept notes become when the master data that they waited for is there. */
export const backgroundAuthor = async (db: Executor): Promise<User> =>
  importing(await authorOf(db, AUTHORS.kept), AUTHORS.kept);

const importing = (id: number, author: { cpf: string; name: string }): User => ({
  ...{ id, ...author },
  type: 'ADMIN',
  grants: grantsOf(['CADASTROS_CLIENTES', 'NOTAS_IMPORTAR_XML']),
  branchIds: [],
  customerId: null,
  representativeId: null,
  sessionId: '',
});
