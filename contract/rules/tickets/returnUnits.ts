import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  sumDecimals,
} from '../decimal.ts';
import { formatQuantity, lengthFault, QUANTITY_MAX_PLACES, unitCode, WHOLE_ONLY } from '../quantity.ts';

/** A unit in which a quantity may be given, and how many base units one of it is. */
export interface ReturnUnit {
  unit: string;
  factor: Decimal;
}

/** The unit of an invoice line. `baseUnit` is `null` if the invoice's own unit is the base. */
export interface NoteUnit extends ReturnUnit {
  baseUnit: string | null;
}

/** The base unit of an invoice line. */
export const baseUnitOf = ({ unit, baseUnit }: Pick<NoteUnit, 'unit' | 'baseUnit'>): string =>
  baseUnit ?? unit;

/** A quantity in base units; exact. */
export const inBase = (quantity: Decimal, factor: Decimal): Decimal => multiplyDecimals(quantity, factor);

interface LineUse {
  /** In the invoice's unit. */
  purchased: Decimal;
  factor: Decimal;
  /** In base units. */
  returned: Decimal;
  /** In base units. */
  held: Decimal;
  /** What return notes take by themselves, in base units. */
  papers: Decimal;
}

/** The purchased quantity of an invoice line in base units. */
export const purchasedBase = ({ purchased, factor }: Pick<LineUse, 'purchased' | 'factor'>): Decimal =>
  inBase(purchased, factor);

/** What is left of an invoice line, in base units; negative if more was taken than purchased. */
export const freeOf = (line: LineUse): Decimal =>
  subtractDecimals(purchasedBase(line), sumDecimals([line.returned, line.held, line.papers]));

/** Base units told in another unit, if that is possible with the decimals of a quantity. */
export function exactIn(base: Decimal, factor: Decimal): Decimal | null {
  if (!isPositive(factor)) return null;
  const told = divideDecimals(base, factor, QUANTITY_MAX_PLACES);
  return compareDecimals(multiplyDecimals(told, factor), base) === 0 ? told : null;
}

/** The same, rounded: for texts, and for clients that know only the invoice's unit. */
export const roundedIn = (base: Decimal, factor: Decimal): Decimal =>
  isPositive(factor) ? divideDecimals(base, factor, QUANTITY_MAX_PLACES) : base;

/**
 * The units in which a line's product may be returned: the invoice's own first, then the product's other packagings from the
 * largest to the base unit. Packagings belong to the product's unit, so they lead nowhere if the line's base is another one.
 */
export function returnUnitsOf(
  line: NoteUnit,
  productUnit: string,
  packagings: readonly ReturnUnit[],
): [ReturnUnit, ...ReturnUnit[]] {
  const base = baseUnitOf(line);
  const own: ReturnUnit = { unit: line.unit, factor: parseDecimal(line.factor) ?? line.factor };
  if (unitCode(base) !== unitCode(productUnit)) return [own];
  const others = [...packagings, { unit: base, factor: '1' }]
    .filter(({ factor }) => isPositive(factor))
    .sort((one, other) => compareDecimals(other.factor, one.factor));
  const rest = others.filter(
    (each, index) => !isSameUnit(each, own) && others.findIndex((one) => isSameUnit(one, each)) === index,
  );
  return [own, ...rest];
}

/** 'UN', 'CX com 12'. */
export const unitName = ({ unit, factor }: ReturnUnit): string =>
  compareDecimals(factor, '1') === 0 ? unit : `${unit} com ${formatQuantity(factor)}`;

export const isSameUnit = (one: ReturnUnit, other: ReturnUnit): boolean =>
  unitCode(one.unit) === unitCode(other.unit) && compareDecimals(one.factor, other.factor) === 0;

/** The unit that is named by its code and, where the product has two of that code, by its factor; `null` if none is. */
export function namedUnit(
  units: readonly ReturnUnit[],
  { unidade, fator }: { unidade?: string | null | undefined; fator?: string | number | null | undefined },
): ReturnUnit | null {
  if (!unidade) return units[0] ?? null;
  const factor = fator === null || fator === undefined || fator === '' ? null : parseDecimal(String(fator));
  const named = units.filter(
    (each) =>
      unitCode(each.unit) === unitCode(unidade) &&
      (factor === null || compareDecimals(each.factor, factor) === 0),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Why no unit was named. */
export const unknownUnit = (units: readonly ReturnUnit[]): string =>
  `use uma destas unidades: ${units.map(unitName).join(', ')}`;

/** The unit in which base units are told whole: the first that divides them, at the latest the base unit. */
export function unitOfRest(rest: Decimal, units: readonly ReturnUnit[], divides: boolean): ReturnUnit {
  const told = units.map((each) => ({ each, quantity: exactIn(rest, each.factor) }));
  const integerUnit = told.find(
    ({ quantity }) => quantity !== null && (divides || decimalPlaces(quantity) === 0),
  );
  return (integerUnit ?? told.find(({ quantity }) => quantity !== null))?.each ?? (units[0] as ReturnUnit);
}

interface QuantityFacts {
  /** The units on offer, the invoice's first. */
  units: readonly ReturnUnit[];
  /** Whether base units may have decimals (`unitDivides`). */
  divides: boolean;
  /** The most that may be given, in base units; always accepted whole. */
  rest: Decimal;
}

/** A quantity that may be returned, in the unit in which it is exact. */
export interface ReturnQuantity extends ReturnUnit {
  quantity: Decimal;
  base: Decimal;
}

type ReadReturn = { ok: true; value: ReturnQuantity } | { ok: false; cause: string };

/**
 * The one rule for a quantity that is returned (docs/domain.md 13): it leads exactly to base units, which are whole unless they
 * divide, and there are no more than are left. A rest passes whole in any unit, also rounded to the decimals of that unit.
 * The cause of a refusal is a part of a sentence.
 */
export function readReturn(
  given: string | number | null | undefined,
  unit: ReturnUnit,
  { units, divides, rest }: QuantityFacts,
): ReadReturn {
  if (given === null || given === undefined || given === '') return refuse('informe a quantidade');
  const quantity = parseDecimal(String(given));
  if (quantity === null) return refuse('a quantidade precisa ser um número, com ponto nos decimais');
  if (!isPositive(quantity)) return refuse('a quantidade precisa ser maior que zero');
  const base = inBase(quantity, unit.factor);
  if (isPositive(rest) && compareDecimals(quantity, roundedIn(rest, unit.factor)) === 0) {
    if (compareDecimals(base, rest) === 0) return { ok: true, value: { ...unit, quantity, base } };
    const restUnit = unitOfRest(rest, units, divides);
    const told = exactIn(rest, restUnit.factor) ?? rest;
    return { ok: true, value: { ...restUnit, quantity: told, base: rest } };
  }
  const long = lengthFault(quantity);
  if (long) return refuse(long);
  const fault = baseFault(quantity, unit, { units, divides });
  if (fault) return refuse(fault);
  if (compareDecimals(base, rest) > 0) return refuse(leftText(rest, unit, units));
  return { ok: true, value: { ...unit, quantity, base } };
}

/** Why a quantity does not lead to base units; '' if it does. */
export function baseFault(
  quantity: Decimal,
  unit: ReturnUnit,
  { units, divides }: Pick<QuantityFacts, 'units' | 'divides'>,
): string {
  const base = inBase(quantity, unit.factor);
  if (decimalPlaces(base) <= (divides ? QUANTITY_MAX_PLACES : 0)) return '';
  const name = units.find(({ factor }) => compareDecimals(factor, '1') === 0)?.unit ?? unit.unit;
  if (compareDecimals(unit.factor, '1') === 0) return divides ? lengthFault(quantity) : WHOLE_ONLY;
  return `${formatQuantity(quantity)} ${unit.unit} seriam ${formatQuantity(base)} ${name}, e ${name} não se divide assim`;
}

/** 'restam 3 UN', 'não resta nada': in the unit that was given if that is exact. */
function leftText(rest: Decimal, unit: ReturnUnit, units: readonly ReturnUnit[]): string {
  if (!isPositive(rest)) return 'não resta nada para devolver';
  const told = exactIn(rest, unit.factor);
  const shown = told === null ? unitOfRest(rest, units, true) : unit;
  const amount = told ?? exactIn(rest, shown.factor) ?? rest;
  const verb = compareDecimals(amount, '2') < 0 ? 'resta' : 'restam';
  return `${verb} ${formatQuantity(amount)} ${shown.unit} para devolver`;
}

const refuse = (cause: string): ReadReturn => ({ ok: false, cause });

/** A line with the unit of its quantities and that of its invoice, as it stands on the wire. */
export interface ToldUnits {
  unidade: string;
  fator: Decimal;
  unidadeNota: string;
  fatorNota: Decimal;
}

/** A quantity of such a line wherever quantities of returns are shown or printed: '3 UN (0,25 CX)'. */
export const givenOf = ({ unidade, fator, unidadeNota, fatorNota }: ToldUnits, quantity: Decimal): string =>
  givenText(quantity, { unit: unidade, factor: fator }, { unit: unidadeNota, factor: fatorNota });

/** A quantity told in another unit, if it is exact there. */
export const toldAs = (quantity: Decimal, from: ReturnUnit, to: ReturnUnit): Decimal | null =>
  isSameUnit(from, to) ? quantity : exactIn(inBase(quantity, from.factor), to.factor);

/** '3 UN (0,25 CX)': a quantity in the unit that was given, with the invoice's unit in brackets where it is another. */
export function givenText(quantity: Decimal, given: ReturnUnit, note: ReturnUnit | null): string {
  const told = `${formatQuantity(quantity)} ${given.unit}`;
  if (note === null || isSameUnit(given, note)) return told;
  return `${told} (${formatQuantity(roundedIn(inBase(quantity, given.factor), note.factor))} ${note.unit})`;
}
