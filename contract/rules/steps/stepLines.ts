import { compareDecimals, type Decimal, decimalPlaces, parseDecimal } from '../decimal.ts';
import type { Problem } from '../problem.ts';
import { fractionFault, parseQuantity, QUANTITY_MAX_DIGITS } from '../quantity.ts';

/** A line of the ticket with the name that dialogs use for it. */
export interface NamedLine {
  id: number;
  /** '10023 - ARROZ TIPO 1', as displayed. */
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
  /** Message for a line without an answer: 'Falta analisar'. */
  missing: string;
  /** The problems of one line, with field names relative to the line's path. */
  validate: (given: Given, line: Known) => Problem[];
}

/**
 * Every line must be given exactly once, and no unknown one. A missing line has no position in the submitted data, so it is
 * reported after the last one, which gives each its own message.
 */
export function lineProblems<Known extends NamedLine, Given extends GivenLine>({
  path,
  known,
  given,
  missing,
  validate,
}: LineRule<Known, Given>): Problem[] {
  const byId = new Map(known.map((line) => [line.id, line]));
  const seen = new Set<number>();
  const found = given.flatMap((each, index) => {
    const line = byId.get(each.id);
    const repeated = seen.has(each.id);
    seen.add(each.id);
    const here = `${path}.${index}`;
    if (!line)
      return [{ field: `${here}.id`, message: 'Este produto não está entre os que esta etapa trata.' }];
    if (repeated)
      return [{ field: `${here}.id`, message: `${line.label}: o produto foi enviado duas vezes.` }];
    return validate(each, line).map(({ field, message }) => ({
      field: `${here}.${field}`,
      message: `${line.label}: ${message}`,
    }));
  });
  const left = known.filter(({ id }) => !seen.has(id));
  return [
    ...found,
    ...left.map(({ label }, index) => ({
      field: `${path}.${given.length + index}`,
      message: `${missing}: ${label}.`,
    })),
  ];
}

/** A quantity from a dialog: not given yet, wire text, or a JSON number. */
type GivenQuantity = string | number | null | undefined;

const PLACES = 3;

/** A quantity that may be zero, otherwise parsed like any other: 7 digits, 3 of them decimals, no sign. */
export function readQuantity(given: GivenQuantity): Decimal | null {
  if (given === null || given === undefined) return null;
  const value = parseDecimal(String(given));
  if (value === null || compareDecimals(value, '0') < 0) return null;
  if (value === '0') return value;
  const { ok } = parseQuantity(given);
  return ok ? value : null;
}

/** Facts about the line that a quantity belongs to. */
interface OfLine {
  divides: boolean;
  /** The line's full quantity, which is always accepted unchanged. */
  all: Decimal;
}

/** Why a quantity is not allowed; '' if it is. */
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
