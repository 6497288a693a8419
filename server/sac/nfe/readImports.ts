import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import type { NfeImport, nfeImportRoutes } from '../../../contract/config/nfeImports.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { nfeImportRows, nfeImports, people } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import type { ImportRecord } from './runNfeImport.ts';

const SHOWN = 10;

/** The last ones, whoever sent them: whoever may import notes works on the same company's. */
export async function lastImports({ db }: Pick<Context, 'db'>): Promise<NfeImport[]> {
  const rows = await selected(db).orderBy(desc(nfeImports.createdAt)).limit(SHOWN);
  return views(db, rows);
}

export async function oneImport(db: Executor, id: string): Promise<NfeImport> {
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

export async function importRows(
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
  const itens = rows.map(({ place, name, key, outcome: resultado, code, sentence }) => ({
    lugar: place,
    arquivo: name,
    chave: key,
    resultado,
    codigo: code,
    mensagem: sentence,
  }));
  return { itens, paginator: paginatorOf(query, total) };
}

type ImportOutcome = typeof nfeImportRows.$inferSelect.outcome;
