import { and, eq, inArray, lt } from 'drizzle-orm';
import {
  MAX_SUGGESTION_LINES,
  type Suggestion,
  type SuggestionBatch,
  type SuggestionLine,
} from '#contract/callcenter/quotes/suggestions.ts';
import { isPositive, parseBrazilianDecimal, parseDecimal } from '#contract/rules/decimal.ts';
import { foldedText } from '#contract/rules/text.ts';
import type { Context, Deps } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { importBatches, products } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { leadingCustomer, visibleCustomer } from '../../sac/customers/queries.ts';
import { ownSheet } from '../../storedFiles.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { priceTableOf, type SaleSetting, saleSetting, viewsOf } from '../productCore/queries.ts';

/** First phase: reads the sheet line by line; only the batch is written. */
export async function checkList(ctx: Context, fileId: string): Promise<SuggestionBatch> {
  const rows = await ownSheet(ctx, fileId, MAX_SUGGESTION_LINES);
  const read = suggestionLines(rows);
  if (!read)
    throw refused(
      'COLUNAS_FALTANDO',
      'A planilha precisa das colunas Código e Quantidade, com esses nomes na primeira linha.',
    );
  const lines = await validateLines(ctx, plainTexts(read));
  const [batch] = await ctx.db
    .insert(importBatches)
    .values({ kind: 'SUGESTOES', personId: ctx.user.id, lines: lines as never, createdAt: ctx.now() })
    .returning({ id: importBatches.id });
  const valid = lines.filter(({ produto }) => produto !== null).length;
  return { id: batch?.id ?? 0, validas: valid, recusadas: lines.length - valid, linhas: lines };
}

type Read = NonNullable<ReturnType<typeof suggestionLines>>;

async function validateLines({ db }: Context, lines: Read): Promise<SuggestionLine[]> {
  const codes = [...new Set(lines.map(({ codigo }) => codigo))];
  const rows = codes.length
    ? await db
        .select({
          id: products.id,
          code: products.code,
          descricao: products.description,
          inactive: products.inactive,
        })
        .from(products)
        .where(inArray(products.code, codes))
    : [];
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const seen = new Set<string>();
  return lines.map((line) => {
    const found = byCode.get(line.codigo);
    const quantidade = readQuantity(line.quantidade);
    const motivo = !found
      ? `Nenhum produto tem o código "${line.codigo}".`
      : found.inactive
        ? 'Este produto não é mais vendido.'
        : quantidade === null
          ? 'A quantidade precisa ser um número maior que zero, com até três casas.'
          : seen.has(line.codigo)
            ? 'O produto já está em outra linha.'
            : null;
    if (motivo === null) seen.add(line.codigo);
    const produto = motivo === null && found ? { id: found.id, descricao: found.descricao } : null;
    return { ...line, quantidade: quantidade ?? line.quantidade, produto, motivo };
  });
}

interface Taken extends SuggestionPlace {
  idLote: number;
}

/** Second phase. A list can be taken over once, by the user who had it checked. */
export async function takeList(tx: Tx, ctx: Context, { idLote, idCli, idFil }: Taken): Promise<Suggestion[]> {
  const place = { idCli: await leadingCustomer(tx, idCli), idFil };
  const [batch] = await tx
    .select()
    .from(importBatches)
    .where(
      and(
        eq(importBatches.id, idLote),
        eq(importBatches.personId, ctx.user.id),
        eq(importBatches.kind, 'SUGESTOES'),
      ),
    )
    .for('update');
  if (!batch) throw notFound();
  if (batch.takenAt) throw refused('LISTA_USADA', 'Esta lista já foi usada. Envie o arquivo de novo.');
  const setting = await settingOfPlace(tx, ctx, place);
  const lines = (batch.lines as unknown as SuggestionLine[]).filter(({ produto }) => produto !== null);
  const views = await viewsOf(
    tx,
    setting,
    lines.map(({ produto }) => produto?.id ?? 0),
  );
  await tx.update(importBatches).set({ takenAt: ctx.now() }).where(eq(importBatches.id, idLote));
  await audit(tx, ctx, {
    action: 'IMPORTAR',
    entity: 'suggestions',
    entityId: idLote,
    after: { cliente: place.idCli, linhas: lines.length },
  });
  const quantities = new Map(lines.map(({ produto, quantidade }) => [produto?.id, quantidade]));
  return views.map((produto) => ({
    produto,
    quantidade: quantities.get(produto.id) ?? '1',
    ultimaCompra: null,
    motivo: 'Da lista do cliente',
  }));
}

export interface SuggestionPlace {
  idCli: number;
  idFil: number;
}

/** Prices and stock of a branch for a customer; 404 if either is out of scope. */
export async function settingOfPlace(
  db: Executor,
  ctx: Context,
  { idCli, idFil }: SuggestionPlace,
): Promise<SaleSetting> {
  if (!(await visibleCustomer(db, ctx.user, idCli))) throw notFound();
  return saleSetting(db, ctx, { branchId: idFil, priceTableId: await priceTableOf(db, idCli) });
}

const DAY = 86_400_000;

/** Batches are deleted after a day, whether or not they were taken over. */
export async function sweepImportBatches({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(importBatches).where(lt(importBatches.createdAt, new Date(now().getTime() - DAY)));
}

/** The accepted headings for the two columns of a customer's list. */
const NAMES = {
  codigo: /^(codigo|cod|produto|referencia|ref|sku)\b/,
  quantidade: /^(quantidade|qtde?|quant)\b/,
};

interface SheetLine {
  /** Line number in the sheet, where the heading is line 1. */
  linha: number;
  codigo: string;
  quantidade: string;
}

/** The lines of a sheet; `null` if its heading lacks a product or quantity column. */
export function suggestionLines(rows: readonly (readonly string[])[]): SheetLine[] | null {
  const heading = (rows[0] ?? []).map(foldedText);
  const code = heading.findIndex((name) => NAMES.codigo.test(name));
  const quantity = heading.findIndex((name) => NAMES.quantidade.test(name));
  if (code < 0 || quantity < 0) return null;
  return rows.slice(1).flatMap((row, index) => {
    const line = { codigo: (row[code] ?? '').trim(), quantidade: (row[quantity] ?? '').trim() };
    return line.codigo || line.quantidade ? [{ linha: index + 2, ...line }] : [];
  });
}

/** Accepts both "1,5" and "1.5", with at most three decimals; `null` for anything that is not a quantity above zero. */
export function readQuantity(text: string): string | null {
  const value = text.includes(',') ? parseBrazilianDecimal(text) : parseDecimal(text);
  if (value === null || !isPositive(value)) return null;
  return /^\d{1,9}(\.\d{1,3})?$/.test(value) ? value : null;
}
