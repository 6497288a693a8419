import { compareDecimals, type Decimal, decimalPlaces, parseDecimal } from '../decimal.ts';
import type { Problem } from '../problem.ts';
import { fractionFault, parseQuantity, QUANTITY_MAX_DIGITS } from '../quantity.ts';

/** A line of the ticket, as far as a dialog names it. */
export interface NamedLine {
  id: number;
  /** '10023 - ARROZ TIPO 1': what the person reads. */
  label: string;
}

interface GivenLine {
  id: number;
}

interface LineRule<Known extends NamedLine, Given extends GivenLine> {
  /** 'analise.linhas'. */
  path: string;
  /** The lines that must be answered. */
  known: readonly Known[];
  given: readonly Given[];
  /** 'Falta analisar'. */
  missing: string;
  /** The problems of one line, each field below the line's own path. */
  judge: (given: Given, line: Known) => Problem[];
}

/**
 * Every line once and no foreign one. A line that was left out has no place in what was sent: it is named behind
 * the last, so that each has a text of its own.
 */
export function lineProblems<Known extends NamedLine, Given extends GivenLine>({
  path,
  known,
  given,
  missing,
  judge,
}: LineRule<Known, Given>): Problem[] {
  const byId = new Map(known.map((line) => [line.id, line]));
  const seen = new Set<number>();
  const judged = given.flatMap((each, index) => {
    const line = byId.get(each.id);
    const repeated = seen.has(each.id);
    seen.add(each.id);
    const here = `${path}.${index}`;
    if (!line)
      return [{ field: `${here}.id`, message: 'Este produto não está entre os que esta etapa trata.' }];
    if (repeated)
      return [{ field: `${here}.id`, message: `${line.label}: o produto foi enviado duas vezes.` }];
    return judge(each, line).map(({ field, message }) => ({
      field: `${here}.${field}`,
      message: `${line.label}: ${message}`,
    }));
  });
  const left = known.filter(({ id }) => !seen.has(id));
  return [
    ...judged,
    ...left.map(({ label }, index) => ({
      field: `${path}.${given.length + index}`,
      message: `${missing}: ${label}.`,
    })),
  ];
}

/** What a dialog gives for a quantity: nothing yet, text of the wire, or a JSON number. */
type GivenQuantity = string | number | null | undefined;

const PLACES = 3;

/** A quantity that may be zero, otherwise read as every quantity is: 7 digits, 3 of them decimals, no sign. */
export function readQuantity(given: GivenQuantity): Decimal | null {
  if (given === null || given === undefined) return null;
  const value = parseDecimal(String(given));
  if (value === null || compareDecimals(value, '0') < 0) return null;
  if (value === '0') return value;
  const { ok } = parseQuantity(given);
  return ok ? value : null;
}

/** Of which line a quantity is. */
interface OfLine {
  divides: boolean;
  /** What the line has: the whole of it may be told as it is. */
  all: Decimal;
}

/** Why a quantity may not stand; '' when it may. */
export function quantityFault(given: GivenQuantity, { divides, all }: OfLine): string {
  if (given === null || given === undefined || given === '') return 'informe a quantidade';
  const value = parseDecimal(String(given));
  if (value === null) return 'a quantidade precisa ser um número';
  if (compareDecimals(value, '0') < 0) return 'a quantidade não pode ser negativa';
  if (readQuantity(given) !== null) return decimalPlaces(all) > 0 ? '' : fractionFault(value, divides);
  return decimalPlaces(value) > PLACES
    ? `a quantidade pode ter no máximo ${PLACES} casas decimais`
    : `a quantidade pode ter no máximo ${QUANTITY_MAX_DIGITS} dígitos`;
}
