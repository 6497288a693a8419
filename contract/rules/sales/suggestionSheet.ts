import { isPositive, parseBrazilianDecimal, parseDecimal } from '../decimal.ts';
import { foldedText } from '../foldedText.ts';

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
