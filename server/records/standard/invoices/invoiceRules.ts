import { and, eq, sql } from 'drizzle-orm';
import { changedFields, normalizeValue } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import { invoiceType } from '#contract/records/invoices.ts';
import { addDecimals, compareDecimals, isPositive } from '#contract/rules/decimal.ts';
import { isAccessKey, parseAccessKey, seriesSigner } from '#contract/rules/nfe/accessKey.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { inBase, roundedIn } from '#contract/rules/tickets/returnUnits.ts';
import type { Tx } from '#server/db/client.ts';
import { amongIds, amongTexts } from '#server/db/conditions.ts';
import { branches, invoiceItems, invoices, nfeDocuments, products } from '#server/db/tables/index.ts';
import { linesOf, lockLines, lockTicketsOfLines } from '#server/sac/invoices/queries.ts';
import type { WritingRecords } from '../../mapping.ts';
import type { PendingRow } from '../../write/pendingRow.ts';

type Loose = Record<string, unknown>;

/** Takes the branch from the access key; without a key, an existing invoice is found by branch, series and number. */
export async function nameInvoices(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  for (const { given } of rows) {
    const parts = parseAccessKey(String(given.chave ?? ''));
    if (parts && given.filial === undefined) (given as Loose).filial = parts.cnpj;
  }
  const { filial } = invoiceType.campos;
  const named = rows.flatMap((row) => {
    const { chave, numero, serie = 1, filial: branch } = row.given;
    if (row.givenId !== undefined || chave || !Number.isInteger(numero) || typeof branch !== 'string')
      return [];
    return [{ row, numero, serie, cnpj: String(normalizeValue({ ...filial, tipo: 'CNPJ' }, branch)) }];
  });
  if (named.length === 0) return;
  const wanted = JSON.stringify(named.map(({ numero, serie, cnpj }) => ({ numero, serie, cnpj })));
  const found = await tx
    .select({ key: invoices.key, number: invoices.number, series: invoices.series, cnpj: branches.cnpj })
    .from(invoices)
    .innerJoin(branches, eq(branches.id, invoices.branchId))
    .where(
      sql`(${branches.cnpj}, ${invoices.series}, ${invoices.number}) in (select x.cnpj, x.serie, x.numero
        from jsonb_to_recordset(${wanted}::jsonb) as x(cnpj text, serie integer, numero integer))`,
    );
  const keys = new Map(found.map(({ key, number, series, cnpj }) => [`${cnpj} ${series} ${number}`, key]));
  for (const { row, numero, serie, cnpj } of named) {
    const key = keys.get(`${cnpj} ${serie} ${numero}`);
    if (key) (row.given as Loose).chave = key;
  }
}

/** Fills in what the access key contains; a line's price without taxes defaults to its price. */
export function completeInvoice({ after }: PendingRow): void {
  const data = after as Loose;
  const parts = parseAccessKey(String(data.chave ?? ''));
  if (parts) {
    data.numero ??= Number(parts.number);
    data.serie ??= Number(parts.series);
    data.modelo ??= parts.model;
  }
  if (Array.isArray(data.itens))
    for (const item of data.itens as Loose[]) item.valorSemImpostos ??= item.valorUnitario;
}

/** Fields of a signed file, which users may not change. */
const SIGNED = ['cliente', 'emissao', 'total', 'tipo', 'itens', 'situacao'] as const;

export async function invoiceRules(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  for (const row of rows) refuseKey(row);
  await fillLines(tx, rows);
  const changed = new Map(
    rows.map(
      (row) => [row, new Set(changedFields(invoiceType.campos, row.before ?? {}, row.after))] as const,
    ),
  );
  const existing = rows.filter(({ before, id }) => before && id !== undefined);
  for (const row of existing)
    if (row.before?.situacao === 'CANCELADA' && changed.get(row)?.has('situacao'))
      row.refuse('situacao', 'Uma nota cancelada não volta a valer.');
  const signed = await signedOf(tx, existing);
  for (const row of existing)
    for (const key of SIGNED)
      if (signed.has(row.id ?? 0) && changed.get(row)?.has(key))
        row.refuse(key, 'Esta nota veio do XML assinado: isto não se muda por aqui.');
  await refuseTakenLines(
    tx,
    existing.filter((row) => changed.get(row)?.has('itens')),
  );
}

function refuseKey(row: PendingRow): void {
  const { chave, numero, serie, modelo, filial } = row.after;
  // An existing invoice keeps its key, even if that is not valid.
  if (row.before !== null) return;
  const key = String(chave);
  const parts = parseAccessKey(key);
  if (!isAccessKey(key) || !parts) {
    row.refuse('chave', 'O dígito verificador da chave está errado. Confira os números.');
    return;
  }
  if (Number(parts.number) !== numero) row.refuse('numero', 'O número não é o da chave de acesso.');
  if (Number(parts.series) !== serie) row.refuse('serie', 'A série não é a da chave de acesso.');
  if (parts.model !== modelo) row.refuse('modelo', 'O modelo não é o da chave de acesso.');
  if (seriesSigner(Number(parts.series)) === 'EMITENTE' && parts.cnpj !== filial)
    row.refuse('filial', 'A chave de acesso é de outro emitente.');
}

/** Fills in the product's description and unit, keeping those that were stored when the line was first written. */
async function fillLines(tx: Tx, rows: readonly PendingRow[]): Promise<void> {
  const bare = rows.flatMap((row) =>
    linesOfRow(row.after).flatMap((line) => (line.descricao && line.unidade ? [] : [{ row, line }])),
  );
  const codes = [...new Set(bare.map(({ line }) => String(line.produto)))];
  if (codes.length === 0) return;
  const found = await tx
    .select({ code: products.code, description: products.description, unit: products.unit })
    .from(products)
    .where(amongTexts(products.code, codes));
  const byCode = new Map(found.map((product) => [product.code, product]));
  for (const { row, line } of bare) {
    const old = linesOfRow(row.before ?? {}).find(
      ({ linha, produto }) => linha === line.linha && produto === line.produto,
    );
    const product = byCode.get(String(line.produto));
    line.descricao ??= old?.descricao ?? product?.description;
    line.unidade ??= old?.unidade ?? product?.unit;
  }
}

const linesOfRow = ({ itens }: RecordData): Loose[] => (Array.isArray(itens) ? itens : []);

async function signedOf(tx: Tx, rows: readonly PendingRow[]): Promise<Set<number>> {
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return new Set();
  const found = await tx
    .select({ id: nfeDocuments.invoiceId })
    .from(nfeDocuments)
    .where(and(amongIds(nfeDocuments.invoiceId, ids), eq(nfeDocuments.state, 'INVOICE')));
  return new Set(found.flatMap(({ id }) => id ?? []));
}

/**
 * Tickets refer to invoice lines: a line may not drop below the quantity that they hold or returned, and its product and unit
 * may not change.
 */
async function refuseTakenLines(tx: Tx, rows: readonly PendingRow[]): Promise<void> {
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  const stored = await tx
    .select({ id: invoiceItems.id, invoiceId: invoiceItems.invoiceId, line: invoiceItems.line })
    .from(invoiceItems)
    .where(amongIds(invoiceItems.invoiceId, ids));
  const lineIds = stored.map(({ id }) => id);
  await lockTicketsOfLines(tx, lineIds);
  await lockLines(tx, lineIds);
  const takenByLine = new Map(
    (await linesOf(tx, lineIds)).map(({ id, returned, held, factor }) => [
      id,
      { base: addDecimals(returned, held), factor },
    ]),
  );
  for (const { id, invoiceId, line } of stored) {
    const use = takenByLine.get(id);
    const row = rows.find((one) => one.id === invoiceId);
    if (row && use && isPositive(use.base)) refuseShrunk(row, line, use);
  }
}

function refuseShrunk(
  row: PendingRow,
  line: number,
  { base, factor }: { base: string; factor: string },
): void {
  const takenUnits = roundedIn(base, factor);
  const index = linesOfRow(row.after).findIndex(({ linha }) => linha === line);
  const after = linesOfRow(row.after)[index];
  const before = linesOfRow(row.before ?? {}).find(({ linha }) => linha === line);
  const told = `${formatQuantity(takenUnits)} ${before?.unidade ?? ''}`.trim();
  if (!after) {
    row.refuse('itens', `Da linha ${line} há ${told} em tickets: ela não pode sair.`);
    return;
  }
  if (after.produto !== before?.produto)
    row.refuse(`itens/${index}/produto`, 'Há tickets desta linha: o produto não muda.');
  if (after.unidade !== before?.unidade)
    row.refuse(`itens/${index}/unidade`, 'Há tickets desta linha: a unidade não muda.');
  if (compareDecimals(inBase(String(after.quantidade), factor), base) < 0)
    row.refuse(`itens/${index}/quantidade`, `Já há ${told} desta linha em tickets.`);
}

/** Nothing is owed for a cancelled invoice. */
export async function titleRules(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  const open = rows.filter(
    ({ before, after }) =>
      after.pagamento === undefined && (before === null || before.pagamento !== undefined),
  );
  const keys = [...new Set(open.map(({ after }) => String(after.nota)))];
  if (keys.length === 0) return;
  const cancelled = await tx
    .select({ key: invoices.key })
    .from(invoices)
    .where(and(amongTexts(invoices.key, keys), eq(invoices.status, 'CANCELADA')));
  const cancelledKeys = new Set(cancelled.map(({ key }) => key));
  for (const row of open)
    if (cancelledKeys.has(String(row.after.nota)))
      row.refuse(row.before ? 'pagamento' : 'nota', 'Esta nota foi cancelada: nada se deve dela.');
}
