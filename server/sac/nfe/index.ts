import { and, eq } from 'drizzle-orm';
import { nfeImportRoutes } from '../../../contract/config/nfeImports.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import { nfeDocuments, nfeImports } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { implement } from '../../implement.ts';
import { branchOf, unknownEmitters } from './emitters.ts';
import { folderView } from './folder/folderView.ts';
import { importRows, lastImports, oneImport } from './readImports.ts';
import { isUnfinishedImport } from './runNfeImport.ts';
import { linkUploads, newImport } from './startImport.ts';
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
  folder: async (_, ctx) => ({ data: await folderView(ctx) }),
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
