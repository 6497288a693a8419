import { and, count, desc, eq, exists, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type NoteWait, noteWait } from '#contract/catalogs/nfe.ts';
import type { nfeImportRoutes, WaitingNote } from '#contract/config/nfeImports.ts';
import type { Input, Output } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatAccessKey } from '#contract/rules/nfe/accessKey.ts';
import type { NoteKind } from '#contract/rules/nfe/nfeNote.ts';
import { type ReturnProblem, returnProblemText } from '#contract/rules/nfe/returnMatching.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { invoices, nfeDocuments, nfeReturnLines } from '#server/db/tables/index.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '#server/paging/paging.ts';
import { standsByItself } from '../../invoices/queries.ts';

/** The kinds that only the codes of a note decide. */
export const BY_CODES: NoteKind[] = ['REMESSA', 'ENTREGA_FUTURA', 'SERVICO', 'LANCAMENTO', 'OUTRA'];

/** Whether only its codes keep a kept note from being a sale, so that a person may say that it is one. */
export const mayBeSale = ({
  state,
  kind,
}: Pick<typeof nfeDocuments.$inferSelect, 'state' | 'kind'>): boolean =>
  state === 'BESIDE' && (BY_CODES as string[]).includes(kind);

/**
 * Documents that belong to another note and have not found it: it has not arrived, or it was set aside. A sale that comes, or
 * that a note becomes, takes them up.
 */
export const lacksItsNote = or(
  eq(nfeDocuments.state, 'NOTE'),
  and(
    eq(nfeDocuments.state, 'BESIDE'),
    inArray(nfeDocuments.kind, ['DEVOLUCAO_DE_CLIENTE', 'COMPLEMENTO', 'AJUSTE', 'EVENTO']),
    isNull(nfeDocuments.invoiceId),
  ),
);

/** Which kept notes wait for what; each condition has an index. */
const WAITING: Readonly<Record<NoteWait, (db: Executor) => SQL | undefined>> = {
  EMITENTE: () => and(eq(nfeDocuments.state, 'EMITTER'), eq(nfeDocuments.kind, 'DE_OUTRO_EMITENTE')),
  DESTINATARIO: () => and(eq(nfeDocuments.state, 'EMITTER'), eq(nfeDocuments.kind, 'DEVOLUCAO_A_OUTRO')),
  NOTA: () => eq(nfeDocuments.state, 'NOTE'),
  CLIENTE: () =>
    and(
      eq(nfeDocuments.state, 'BESIDE'),
      eq(nfeDocuments.kind, 'SEM_DESTINATARIO'),
      ne(nfeDocuments.receiver, ''),
    ),
  CFOP: () => and(eq(nfeDocuments.state, 'BESIDE'), inArray(nfeDocuments.kind, BY_CODES)),
  ITEM: (db) =>
    and(
      eq(nfeDocuments.state, 'BESIDE'),
      eq(nfeDocuments.kind, 'DEVOLUCAO_DE_CLIENTE'),
      exists(
        db
          .select({ one: sql`1` })
          .from(nfeReturnLines)
          .where(and(eq(nfeReturnLines.documentId, nfeDocuments.id), isNotNull(nfeReturnLines.problem))),
      ),
      standsByItself(db),
    ),
};

/** How many kept notes wait for what; a reason without any is left out. */
export async function waitCounts({ db }: Pick<Context, 'db'>): Promise<Output<typeof nfeImportRoutes.waits>> {
  const counts = await Promise.all(
    noteWait.map(async ({ value: motivo }) => ({
      motivo,
      quantidade: await countOf(db, matching(db, WAITING[motivo](db)).limit(COUNT_CAP)),
    })),
  );
  return counts.filter(({ quantidade }) => quantidade > 0);
}

const matching = (db: Executor, condition: SQL | undefined) =>
  db.select({ id: nfeDocuments.id }).from(nfeDocuments).where(condition);

/** The kept notes that wait for one thing, latest first. */
export async function waitingNotes(
  { query }: Input<typeof nfeImportRoutes.waiting>,
  { db }: Pick<Context, 'db'>,
): Promise<Output<typeof nfeImportRoutes.waiting>> {
  const reason = query.motivo as NoteWait;
  const condition = WAITING[reason](db);
  const total = await countOf(db, matching(db, condition).limit(COUNT_CAP));
  const { take, offset } = pageOf(query);
  const rows = await db
    .select(columns)
    .from(nfeDocuments)
    .leftJoin(invoices, eq(invoices.id, nfeDocuments.invoiceId))
    .where(condition)
    .orderBy(desc(nfeDocuments.id))
    .limit(take)
    .offset(offset);
  const problems = reason === 'ITEM' ? await problemsOf(db, rows) : new Map<number, string>();
  const itens = rows.map((row) => viewOf(row, reason, problems.get(row.id) ?? ''));
  return { itens, paginator: paginatorOf(query, total) };
}

const columns = {
  id: nfeDocuments.id,
  key: nfeDocuments.key,
  eventType: nfeDocuments.eventType,
  state: nfeDocuments.state,
  kind: nfeDocuments.kind,
  emitter: nfeDocuments.emitter,
  emitterName: nfeDocuments.emitterName,
  receiver: nfeDocuments.receiver,
  issuedOn: nfeDocuments.issuedOn,
  total: nfeDocuments.total,
  refersTo: nfeDocuments.refersTo,
  cfops: nfeDocuments.cfops,
  sale: invoices.key,
};

type Row = Pick<
  typeof nfeDocuments.$inferSelect,
  | 'id'
  | 'key'
  | 'eventType'
  | 'state'
  | 'kind'
  | 'emitter'
  | 'emitterName'
  | 'receiver'
  | 'issuedOn'
  | 'total'
  | 'refersTo'
  | 'cfops'
> & { sale: string | null };

const viewOf = (row: Row, motivo: NoteWait, problem: string): WaitingNote => ({
  chave: row.key,
  evento: row.eventType !== '',
  motivo,
  falta: motivo === 'ITEM' ? problem : missing[motivo](row),
  emitente: row.emitter,
  emitenteNome: row.emitterName,
  destinatario: row.receiver,
  data: row.issuedOn,
  valor: row.total,
  venda: row.sale,
  podeSerVenda: row.eventType === '' && mayBeSale(row),
});

const missing: Readonly<Record<Exclude<NoteWait, 'ITEM'>, (row: Row) => string>> = {
  EMITENTE: () => 'Espera que o emitente seja uma filial. De fornecedores, deixe como está.',
  DESTINATARIO: () => 'Devolução: espera que quem a recebeu seja uma filial.',
  NOTA: ({ refersTo }) => `Espera a nota ${formatAccessKey(refersTo)}, que ainda não chegou.`,
  CLIENTE: () => 'Cupom (NFC-e): espera que quem comprou seja um cliente cadastrado.',
  CFOP: ({ cfops }) =>
    `Nenhum CFOP dela (${[...cfops].sort().join(', ')}) conta como venda. Espera que um conte, ou que alguém diga que é venda.`,
};

/** What stands in the way of the lines of return notes, by document. */
async function problemsOf(db: Executor, rows: readonly { id: number }[]): Promise<Map<number, string>> {
  if (rows.length === 0) return new Map();
  const found = await db
    .select({
      id: nfeReturnLines.documentId,
      problem: sql<ReturnProblem>`${nfeReturnLines.problem}`,
      lines: count(),
    })
    .from(nfeReturnLines)
    .where(
      and(
        inArray(
          nfeReturnLines.documentId,
          rows.map(({ id }) => id),
        ),
        isNotNull(nfeReturnLines.problem),
      ),
    )
    .groupBy(nfeReturnLines.documentId, nfeReturnLines.problem);
  const texts = new Map<number, string[]>();
  for (const { id, problem, lines } of found)
    texts.set(id, [
      ...(texts.get(id) ?? []),
      `${formatCount(lines, 'item', 'itens')}: ${returnProblemText[problem]}`,
    ]);
  return new Map([...texts].map(([id, each]) => [id, each.join(' ')]));
}
