import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from '../rules/decimal.ts';
import { addDays, type CalendarDate, daysBetween, formatCalendarDate } from '../rules/time/calendarDate.ts';
import { localDate, type TimeZone } from '../rules/time/zonedTime.ts';
import { COMMA, compareTexts, FOLDED, translated, UPPER } from './folding.ts';
import type { Operation } from './operations.ts';
import type { Literal } from './tree.ts';
import { FIRST_DAY, type Kind, LAST_DAY, type Typed } from './typing.ts';

/** Numbers are exact decimals as text, days 'YYYY-MM-DD', moments ISO texts with an offset; `null` is empty. */
export type Value = string | boolean | null;

export interface Moment {
  /** ISO text. */
  now: string;
  /** That of the record's branch, else the company's (docs/domain.md 6). */
  zone: TimeZone;
}

/** The value of a path in the record at hand. */
type ReadValue = (path: string) => Value;

type Evaluator = (read: ReadValue, moment: Moment) => Value;

/** Decimals of a product or quotient. */
export const PLACES = 12;
/** No day is further away; a longer way leads to no day. */
export const MAX_DAYS = 1_000_000;

/**
 * The expression as a function. It gives what the compiled SQL gives (server/expression): three values for an empty operand,
 * exact decimals, division by zero is empty.
 */
export function evaluator(typed: Typed): Evaluator {
  const { node } = typed;
  if ('campo' in node) {
    const { campo } = node;
    if (typed.kind !== 'NUMERO') return (read) => read(campo);
    return (read) => {
      const value = read(campo);
      return typeof value === 'string' ? parseDecimal(value) : null;
    };
  }
  if ('lista' in node) return () => null;
  if (!('faz' in node)) {
    const value = literalValue(node);
    return () => value;
  }
  if (node.faz === 'em') return chosen(typed);
  const parts = typed.de.map(evaluator);
  return LAZY[node.faz]?.(parts, typed) ?? strict(node.faz, parts, typed);
}

function literalValue(node: Literal): Value {
  if ('numero' in node) return parseDecimal(node.numero);
  if ('texto' in node) return node.texto;
  return 'data' in node ? node.data : node.logico;
}

function chosen({ de: [what, list] }: Typed): Evaluator {
  if (!what || !list || !('lista' in list.node)) return () => null;
  const values = new Set(list.node.lista.map(literalValue));
  const look = evaluator(what);
  return (read, moment) => {
    const value = look(read, moment);
    return value === null ? null : values.has(value);
  };
}

/** Operations that have a value although an operand is empty. */
const LAZY: Partial<Record<Operation, (parts: readonly Evaluator[], typed: Typed) => Evaluator>> = {
  todas: (parts) => (read, moment) => joined(parts, false, read, moment),
  alguma: (parts) => (read, moment) => joined(parts, true, read, moment),
  nenhuma: (parts) => (read, moment) => {
    const any = joined(parts, true, read, moment);
    return any === null ? null : !any;
  },
  vazio:
    ([part]) =>
    (read, moment) => {
      const value = part?.(read, moment) ?? null;
      return value === null || value === '';
    },
  se: branched,
  caso: branched,
  entre:
    ([value, from, to], { de: [{ kind } = { kind: 'TEXTO' as const }] }) =>
    (read, moment) => {
      const [at, low, high] = [value, from, to].map((part) => part?.(read, moment) ?? null);
      const above = orderOf(kind, at, low, (order) => order >= 0);
      const below = orderOf(kind, at, high, (order) => order <= 0);
      if (above === false || below === false) return false;
      return above === null || below === null ? null : true;
    },
  junta:
    (parts, { de }) =>
    (read, moment) =>
      parts.map((part, index) => written(part(read, moment), de[index]?.kind)).join(''),
};

function written(value: Value, kind: Kind | undefined): string {
  if (typeof value !== 'string') return '';
  if (kind === 'NUMERO') return translated(value, COMMA);
  return kind === 'DATA' ? formatCalendarDate(value) : value;
}

/** All (`decides` is false) or any (true) of the parts; the deciding value wins over an empty one. */
function joined(
  parts: readonly Evaluator[],
  decides: boolean,
  read: ReadValue,
  moment: Moment,
): boolean | null {
  let result: boolean | null = !decides;
  for (const part of parts) {
    const value = part(read, moment);
    if (value === decides) return decides;
    if (value === null) result = null;
  }
  return result;
}

function branched(parts: readonly Evaluator[]): Evaluator {
  return (read, moment) => {
    for (let at = 0; at + 1 < parts.length; at += 2)
      if (parts[at]?.(read, moment) === true) return parts[at + 1]?.(read, moment) ?? null;
    return parts.length % 2 === 1 ? (parts.at(-1)?.(read, moment) ?? null) : null;
  };
}

function orderOf(
  kind: Kind,
  left: Value | undefined,
  right: Value | undefined,
  test: (order: number) => boolean,
) {
  return left == null || right == null ? null : test(ordered(kind, left, right));
}

function ordered(kind: Kind, left: NonNullable<Value>, right: NonNullable<Value>): number {
  if (kind === 'LOGICO') return Number(left) - Number(right);
  const [a, b] = [String(left), String(right)];
  if (kind === 'NUMERO') return compareDecimals(a, b);
  return kind === 'MOMENTO' ? Date.parse(a) - Date.parse(b) : compareTexts(a, b);
}

/** Operations whose value is empty as soon as an operand is. */
function strict(faz: Operation, parts: readonly Evaluator[], { de }: Typed): Evaluator {
  const apply = STRICT[faz];
  const kind = de[0]?.kind ?? 'TEXTO';
  return (read, moment) => {
    const values: NonNullable<Value>[] = [];
    for (const part of parts) {
      const value = part(read, moment);
      if (value === null) return null;
      values.push(value);
    }
    const [left = '', right = ''] = values;
    return apply?.(String(left), String(right), { moment, kind }) ?? null;
  };
}

type Strict = (left: string, right: string, on: { moment: Moment; kind: Kind }) => Value;

const compares =
  (test: (order: number) => boolean): Strict =>
  (left, right, { kind }) =>
    test(kind === 'LOGICO' ? compareTexts(left, right) : ordered(kind, left, right));

const later = (day: CalendarDate, days: Decimal): Value => {
  const wholeDays = Number(days.split('.')[0]);
  if (Math.abs(wholeDays) >= MAX_DAYS) return null;
  const reached = addDays(day, wholeDays);
  // Years of five digits and years before Christ begin with a sign, which orders before every digit.
  return reached >= FIRST_DAY && reached <= LAST_DAY ? reached : null;
};

const opposite = (value: Decimal): Decimal => subtractDecimals('0', value);
const HOUR = '3600000';

const STRICT: Partial<Record<Operation, Strict>> = {
  igual: compares((order) => order === 0),
  diferente: compares((order) => order !== 0),
  maior: compares((order) => order > 0),
  maior_igual: compares((order) => order >= 0),
  menor: compares((order) => order < 0),
  menor_igual: compares((order) => order <= 0),
  contem: (text, part) => translated(text, FOLDED).includes(translated(part, FOLDED)),
  comeca_com: (text, part) => translated(text, FOLDED).startsWith(translated(part, FOLDED)),
  mais: (left, right, { kind }) => (kind === 'DATA' ? later(left, right) : addDecimals(left, right)),
  menos: (left, right, { kind }) =>
    kind === 'DATA' ? later(left, opposite(right)) : subtractDecimals(left, right),
  vezes: (left, right) => roundDecimal(multiplyDecimals(left, right), PLACES),
  dividido: (left, right) => (right === '0' ? null : divideDecimals(left, right, PLACES)),
  oposto: opposite,
  hoje: (_left, _right, { moment: { now, zone } }) => localDate(now, zone),
  agora: (_left, _right, { moment: { now } }) => now,
  dia: (at, _right, { kind, moment: { zone } }) => (kind === 'DATA' ? at : localDate(at, zone)),
  mes: (day) => String(Number(day.slice(5, 7))),
  ano: (day) => String(Number(day.slice(0, 4))),
  dias: (from, to) => String(daysBetween(from, to)),
  horas: (from, to) => divideDecimals(String(Date.parse(to) - Date.parse(from)), HOUR, PLACES),
  maiusculas: (text) => translated(text, UPPER),
};
