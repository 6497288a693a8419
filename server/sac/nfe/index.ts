import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { nfeImportRoutes } from '../../../contract/config/nfeImports.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { files, nfeDocuments, nfeImports } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { implement } from '../../implement.ts';
import { branchOf, unknownEmitters } from './emitters.ts';
import { importRows, lastImports, oneImport } from './readImports.ts';
import { isUnfinishedImport } from './runNfeImport.ts';
import { tellImport } from './tellImport.ts';
import { NFE_IMPORTS } from './worker.ts';

export const nfeImportImplementation = implement(nfeImportRoutes, {
  start,
  list: (_, ctx) => lastImports(ctx),
  get: async ({ params }, { db }) => ({ data: await oneImport(db, params.id) }),
  rows: importRows,
  cancel,
  emitters: (_, ctx) => unknownEmitters(ctx),
  adopt,
});

async function start({ body }: Input<typeof nfeImportRoutes.start>, ctx: Context) {
  const view = await withIdempotency(ctx, 'nfeImports.start', { body }, async (tx) => {
    const uploads = await linkUploads(
      tx,
      ctx,
      body.arquivos.map(({ id }) => id),
    );
    return { data: await oneImport(tx, await newImport(tx, ctx, { files: uploads })) };
  });
  await ctx.queue?.send(NFE_IMPORTS, { id: view.data.id });
  return view;
}

/** Own files that nothing else uses, in the order in which they were sent. */
async function linkUploads(tx: Tx, ctx: Context, ids: readonly string[]) {
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

async function newImport(
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

async function cancel({ params }: Input<typeof nfeImportRoutes.cancel>, ctx: Context) {
  return ctx.db.transaction(async (tx) => {
    await oneImport(tx, params.id);
    const [stopped] = await tx
      .update(nfeImports)
      .set({ status: 'CANCELADO', finishedAt: ctx.now(), updatedAt: ctx.now() })
      .where(and(eq(nfeImports.id, params.id), isUnfinishedImport))
      .returning();
    if (stopped) {
      await tellImport(tx, stopped, ctx.now());
      await audit(tx, ctx, { action: 'CANCELAR', entity: 'nfe_imports', entityId: params.id });
    }
    return { data: await oneImport(tx, params.id) };
  });
}

async function adopt(
  { params }: Input<typeof nfeImportRoutes.adopt>,
  ctx: Context,
): Promise<Output<typeof nfeImportRoutes.adopt>> {
  const answer = await withIdempotency(ctx, 'nfeImports.adopt', { params }, async (tx) => {
    const waiting = await tx.$count(
      nfeDocuments,
      and(eq(nfeDocuments.state, 'EMITTER'), eq(nfeDocuments.emitter, params.cnpj)),
    );
    if (waiting === 0) throw refused('SEM_NOTAS', 'Não há notas guardadas deste emitente.');
    const idFil = await branchOf(tx, ctx, params.cnpj);
    const importacao = await oneImport(tx, await newImport(tx, ctx, { emitter: params.cnpj }));
    const message = `Filial criada. ${formatCount(waiting, 'nota guardada será importada', 'notas guardadas serão importadas')}.`;
    return { data: { idFil, importacao, message } };
  });
  await ctx.queue?.send(NFE_IMPORTS, { id: answer.data.importacao.id });
  return answer;
}
