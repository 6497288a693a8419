import { compareDecimals, type Decimal, isPositive, multiplyDecimals, subtractDecimals } from '../decimal.ts';
import { unitCode } from '../quantity.ts';
import { foldedText } from '../text.ts';
import type { NfeLine } from './nfeNote.ts';

/** A line of a return note: what came back, in the words of whoever issued the note. */
export type ReturnLine = Pick<
  NfeLine,
  'line' | 'code' | 'barcode' | 'ncm' | 'description' | 'unit' | 'quantity'
>;

/** A line of a sale that the return note cites. */
export interface CitedLine {
  id: number;
  code: string;
  barcode: string;
  ncm: string;
  /** As on the sale. */
  description: string;
  /** The product's base units in one of each unit that it is sold in; its own unit is 1. */
  factors: ReadonlyMap<string, Decimal>;
  /** What the line still gives, in base units; never below zero. */
  left: Decimal;
}

/** Why a line of a return note lowers no right until a person assigns it. */
export type ReturnProblem = 'VENDA' | 'PRODUTO' | 'UNIDADE';

export const returnProblemText: Readonly<Record<ReturnProblem, string>> = {
  VENDA: 'A nota não cita nenhuma venda que esteja no Balcão.',
  PRODUTO: 'Nenhum produto da venda tem este código de barras, código ou descrição.',
  UNIDADE: 'O produto não tem embalagem com esta unidade.',
};

export interface MatchedReturn {
  line: number;
  problem: ReturnProblem | null;
  /** Base units by line of the sale; empty when there is a problem. */
  taken: { id: number; units: Decimal }[];
}

/**
 * The units of a product on one line of a sale, each with its base units: the product's own unit and those of its packagings,
 * as far as a unit belongs to one packaging only. `factor` is that of the line; where its unit is none of these, it is the
 * base itself, and nothing else can be converted.
 */
export function unitFactors(
  line: { unit: string; factor: Decimal },
  ownUnit: string,
  packs: readonly { unit: string; conversionFactor: Decimal }[],
): ReadonlyMap<string, Decimal> {
  const all = new Map([[unitCode(ownUnit), '1']]);
  for (const { unit, conversionFactor } of packs) {
    const code = unitCode(unit);
    const same = packs.filter((each) => unitCode(each.unit) === code);
    if (!all.has(code) && same.length === 1) all.set(code, conversionFactor);
  }
  const own = unitCode(line.unit);
  return all.has(own) ? all.set(own, line.factor) : new Map([[own, line.factor]]);
}

/**
 * Distributes the lines of a return note over the lines of the sales that it cites, in base units. A product on several lines
 * is taken from those that still give some, in order; what goes beyond stays with the last of them, so that it is seen.
 * `own`: issued by the company, whose product codes are those of the sale; the codes of a customer only count together with
 * the same NCM.
 */
export function matchReturns(
  lines: readonly ReturnLine[],
  cited: readonly CitedLine[],
  own: boolean,
): MatchedReturn[] {
  const left = new Map(cited.map(({ id, left }) => [id, left]));
  return lines.map((line) => {
    const found = sameProduct(line, cited, own);
    if (found.length === 0) return { line: line.line, problem: 'PRODUTO', taken: [] };
    const factor = found[0]?.factors.get(unitCode(line.unit));
    if (factor === undefined) return { line: line.line, problem: 'UNIDADE', taken: [] };
    return {
      line: line.line,
      problem: null,
      taken: takeFrom(found, multiplyDecimals(line.quantity, factor), left),
    };
  });
}

/** Takes units from the lines; the last one bears what none of them has. Lowers `left`. */
export function takeFrom(
  lines: readonly { id: number }[],
  units: Decimal,
  left: Map<number, Decimal>,
): MatchedReturn['taken'] {
  const matchedUnits: MatchedReturn['taken'] = [];
  let open = units;
  for (const [index, { id }] of lines.entries()) {
    const rest = left.get(id) ?? '0';
    const isLast = index === lines.length - 1;
    const part = isLast || compareDecimals(rest, open) >= 0 ? open : rest;
    if (!isPositive(part)) continue;
    matchedUnits.push({ id, units: part });
    const after = subtractDecimals(rest, part);
    left.set(id, isPositive(after) ? after : '0');
    open = subtractDecimals(open, part);
  }
  return matchedUnits;
}

/** The surest sign first: barcode, code, description. Signs that lead to two products lead to none. */
function sameProduct(line: ReturnLine, cited: readonly CitedLine[], own: boolean): CitedLine[] {
  const signs: ((each: CitedLine) => boolean)[] = [
    ({ barcode }) => line.barcode !== '' && barcode === line.barcode,
    ({ code, ncm }) => code === line.code && (own || (ncm !== '' && ncm === line.ncm)),
    ({ description }) => foldedText(description) === foldedText(line.description),
  ];
  for (const sign of signs) {
    const found = cited.filter(sign);
    if (found.length > 0 && new Set(found.map(({ code }) => code)).size === 1) return found;
  }
  return [];
}
