import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import { type NfeImport, nfeImportRoutes } from '#contract/config/nfeImports.ts';
import type { Input, Output } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { files, nfeDocuments, nfeImportRows, nfeImports, people } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { declareSale } from './declareSale.ts';
import { findOrCreateBranch, unknownEmitters } from './emitters.ts';
import { folderView } from './folder/watchFolder.ts';
import { mayBeSale, waitCounts, waitingNotes } from './kept/waitingNotes.ts';
import { type ImportRecord, isUnfinishedImport } from './runNfeImport.ts';
import { linkUploads, newImport, publishImport } from './startImport.ts';
import { NFE_IMPORTS } from './worker.ts';

const MAX_SHOWN = 10;

/** The latest imports, whoever sent them: everyone who may import NF-e works on the same company's data. */
async function lastImports({ db }: Pick<Context, 'db'>): Promise<NfeImport[]> {
  const rows = await selected(db).orderBy(desc(nfeImports.createdAt)).limit(MAX_SHOWN);
  return views(db, rows);
}

async function oneImport(db: Executor, id: string): Promise<NfeImport> {
  const [view] = await views(db, await selected(db).where(eq(nfeImports.id, id)));
  if (!view) throw notFound();
  return view;
}

const selected = (db: Executor) =>
  db
    .select({ job: nfeImports, person: people.name })
    .from(nfeImports)
    .innerJoin(people, eq(people.id, nfeImports.personId))
    .$dynamic();

async function views(db: Executor, rows: { job: ImportRecord; person: string }[]): Promise<NfeImport[]> {
  if (rows.length === 0) return [];
  const counts = await db
    .select({ id: nfeImportRows.importId, resultado: nfeImportRows.outcome, quantidade: count() })
    .from(nfeImportRows)
    .where(
      inArray(
        nfeImportRows.importId,
        rows.map(({ job }) => job.id),
      ),
    )
    .groupBy(nfeImportRows.importId, nfeImportRows.outcome);
  return rows.map(({ job, person }) => ({
    id: job.id,
    situacao: job.status,
    arquivos: job.files.map(({ nome }) => nome),
    emitente: job.emitter,
    total: job.total,
    processados: job.processed,
    falha: job.failure,
    contagem: counts
      .filter(({ id }) => id === job.id)
      .map(({ resultado, quantidade }) => ({ resultado, quantidade })),
    datahora_criacao: job.createdAt.toISOString(),
    datahora_fim: job.finishedAt?.toISOString() ?? null,
    colaborador: person,
  }));
}

async function importRows(
  { params, query }: Input<typeof nfeImportRoutes.rows>,
  { db }: Context,
): Promise<Output<typeof nfeImportRoutes.rows>> {
  await oneImport(db, params.id);
  const outcome = query.resultado as ImportOutcome | undefined;
  const condition = and(
    eq(nfeImportRows.importId, params.id),
    outcome ? eq(nfeImportRows.outcome, outcome) : undefined,
  );
  const total = await countOf(
    db,
    db.select({ place: nfeImportRows.place }).from(nfeImportRows).where(condition).limit(COUNT_CAP),
  );
  const { take, offset } = pageOf(query);
  const rows = await db
    .select()
    .from(nfeImportRows)
    .where(condition)
    .orderBy(asc(nfeImportRows.place))
    .limit(take)
    .offset(offset);
  const sales = await possibleSales(db, rows);
  const itens = rows.map(({ place, name, key, outcome: resultado, code, sentence }) => ({
    lugar: place,
    arquivo: name,
    chave: key,
    resultado,
    codigo: code,
    mensagem: sentence,
    podeSerVenda: sales.has(key),
  }));
  return { itens, paginator: paginatorOf(query, total) };
}

/** The keys of the documents of these rows that a person may declare to be a sale, as they stand today. */
async function possibleSales(
  db: Executor,
  rows: readonly Pick<typeof nfeImportRows.$inferSelect, 'key' | 'outcome'>[],
): Promise<Set<string>> {
  const keys = rows.flatMap(({ key, outcome }) =>
    outcome === 'AO_LADO' || outcome === 'IGUAL' ? [key] : [],
  );
  if (keys.length === 0) return new Set();
  const found = await db
    .select({ key: nfeDocuments.key, state: nfeDocuments.state, kind: nfeDocuments.kind })
    .from(nfeDocuments)
    .where(and(inArray(nfeDocuments.key, keys), eq(nfeDocuments.eventType, '')));
  return new Set(found.flatMap((document) => (mayBeSale(document) ? [document.key] : [])));
}

type ImportOutcome = typeof nfeImportRows.$inferSelect.outcome;

export const nfeImportImplementation = implement(nfeImportRoutes, {
  start: command(nfeImportRoutes.start, start, begun),
  list: (_, ctx) => lastImports(ctx),
  get: async ({ params }, { db }) => ({ data: await oneImport(db, params.id) }),
  rows: importRows,
  cancel: command(nfeImportRoutes.cancel, cancel),
  emitters: (_, ctx) => unknownEmitters(ctx),
  adopt: command(nfeImportRoutes.adopt, adopt, async (answer, ctx) => {
    await begun({ data: answer.data.importacao }, ctx);
    return answer;
  }),
  declareSale,
  review: command(nfeImportRoutes.review, review, begun),
  waiting: waitingNotes,
  waits: (_, ctx) => waitCounts(ctx),
  folder: async (_, ctx) => ({ data: await folderView(ctx) }),
});

async function start(tx: Tx, ctx: Context, { body }: Input<typeof nfeImportRoutes.start>) {
  const uploads = await linkUploads(
    tx,
    ctx,
    body.arquivos.map(({ id }) => id),
  );
  return { data: await oneImport(tx, await newImport(tx, ctx, { files: uploads })) };
}

async function review(tx: Tx, ctx: Context) {
  return { data: await oneImport(tx, await newImport(tx, ctx, {})) };
}

/** Hands a stored import to the worker. */
async function begun<A extends { data: { id: string } }>(answer: A, ctx: Context): Promise<A> {
  await ctx.queue?.send(NFE_IMPORTS, { id: answer.data.id });
  return answer;
}

async function cancel(tx: Tx, ctx: Context, { params }: Input<typeof nfeImportRoutes.cancel>) {
  await oneImport(tx, params.id);
  const [stopped] = await tx
    .update(nfeImports)
    .set({ status: 'CANCELADO', finishedAt: ctx.now(), updatedAt: ctx.now() })
    .where(and(eq(nfeImports.id, params.id), isUnfinishedImport))
    .returning();
  if (stopped) {
    // The uploads are no longer needed; the file sweep removes them.
    await tx
      .update(files)
      .set({ linkedAt: null })
      .where(
        inArray(
          files.id,
          stopped.files.map(({ id }) => id),
        ),
      );
    await publishImport(tx, stopped, ctx.now());
    await audit(tx, ctx, { action: 'CANCELAR', entity: 'nfe_imports', entityId: params.id });
  }
  return { data: await oneImport(tx, params.id) };
}

async function adopt(
  tx: Tx,
  ctx: Context,
  { params }: Input<typeof nfeImportRoutes.adopt>,
): Promise<Output<typeof nfeImportRoutes.adopt>> {
  const waiting = await tx.$count(
    nfeDocuments,
    and(eq(nfeDocuments.state, 'EMITTER'), eq(nfeDocuments.emitter, params.cnpj)),
  );
  if (waiting === 0) throw refused('SEM_NOTAS', 'Não há notas guardadas deste emitente.');
  const idFil = await findOrCreateBranch(tx, ctx, params.cnpj);
  const importacao = await oneImport(tx, await newImport(tx, ctx, { emitter: params.cnpj }));
  const message = `Filial criada. ${formatCount(waiting, 'nota guardada será importada', 'notas guardadas serão importadas')}.`;
  return { data: { idFil, importacao, message } };
}
