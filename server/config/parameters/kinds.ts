import { codesProblem } from '#contract/catalogs/cfop.ts';
import type { OwnStatuses } from '#contract/catalogs/orderStatus.ts';
import { type PersonType, personType } from '#contract/catalogs/personType.ts';
import { isMailAddress } from '#contract/rules/contact.ts';
import { compareDecimals, type Decimal, parseDecimal } from '#contract/rules/decimal.ts';
import type { ParameterGroup, ParameterKind } from '#contract/rules/parameters/parameterKind.ts';
import { isColor, parameterProblem } from '#contract/rules/parameters/parameterKind.ts';
import { type CalendarDate, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type WorkWeek, workWeekOf } from '#contract/rules/time/workWeek.ts';

/** SAC_ and GERAL_ on the wire; call-center parameters have no prefix (docs/domain.md 11). */
export type ParameterArea = 'SAC' | 'GERAL' | 'CALLCENTER';

/** A row of the parameter table (rules.ts). `T` is the type that the service reads. */
export interface ParameterRow<T = unknown> {
  area: ParameterArea;
  titulo: string;
  /** One sentence about what it decides. */
  descricao: string;
  grupo: ParameterGroup;
  /** `null` when nothing is stored until a user sets it; `semValor` describes what applies then. */
  padrao: unknown;
  semValor?: string;
  unidade?: string;
  /** Whether a branch may have its own value. */
  porFilial?: boolean;
  /** Whether it is public before sign-in. */
  publico?: boolean;
  /**
   * Why it belongs to this installation, so that no bundle carries it: who the company is, or what could not be taken back.
   */
  fica?: string;
  /** Read when the console is loaded, so open consoles follow only after a reload. */
  recarga?: boolean;
  tipo: ParameterKind;
  /** The value as the service uses it; `null` for a stored one that is of another kind, which counts as absent. */
  read: (value: unknown) => T | null;
}

type BaseRow = Omit<ParameterRow, 'tipo' | 'read'>;
/** Row builders: each fixes the kind and the type of the value read. */
const row = <T>(base: BaseRow, tipo: ParameterKind, read: (value: unknown) => T | null): ParameterRow<T> => ({
  ...base,
  tipo,
  read,
});

export const integer = ({ de, ate, ...base }: BaseRow & { de: number; ate: number }) =>
  row<number>(base, { tipo: 'INTEIRO', minimo: de, maximo: ate }, (value) => wholeNumber(value, de));

/** A whole number of MB; fractions stored by older installations are accepted too. */
export const megabytes = (base: Parameters<typeof integer>[0]): ParameterRow<Decimal> => ({
  ...integer(base),
  read: (value) => positive(value, '0.1'),
});

export const decimal = ({ de, ate, casas, ...base }: BaseRow & { de: string; ate: string; casas: number }) =>
  row<Decimal>(base, { tipo: 'DECIMAL', minimo: de, maximo: ate, casas }, (value) => positive(value, de));

export const yesNo = (base: BaseRow) =>
  row<boolean>(base, { tipo: 'SIM_NAO' }, (value) => (typeof value === 'boolean' ? value : null));

export const words = ({ maximo, ...base }: BaseRow & { maximo: number }) =>
  row<string>(base, { tipo: 'TEXTO', maximo }, (value) =>
    typeof value === 'string' && value ? value : null,
  );

/** Codes of outgoing goods; none is an empty text. */
export const saleCodes = (base: BaseRow) =>
  row<string>(base, { tipo: 'TEXTO', maximo: 500, formato: 'CFOPS' }, (value) =>
    typeof value === 'string' && codesProblem(value) === null ? value : null,
  );

/** One address, keeping its case. */
export const mailAddress = (base: BaseRow) =>
  row<string>(base, { tipo: 'TEXTO', maximo: 254, formato: 'EMAIL' }, (value) =>
    typeof value === 'string' && isMailAddress(value) ? value : null,
  );

/** `#RRGGBB`. */
export const color = (base: BaseRow) =>
  row<string>(base, { tipo: 'TEXTO', maximo: 7, formato: 'COR' }, (value) =>
    typeof value === 'string' && isColor(value) ? value : null,
  );

/** Options as value and label, in display order. */
export const choice = <const V extends string>({ de, ...base }: BaseRow & { de: Record<V, string> }) => {
  const opcoes = Object.entries<string>(de).map(([valor, rotulo]) => ({ valor, rotulo }));
  return row<V>(base, { tipo: 'ESCOLHA', opcoes }, (value) =>
    opcoes.some(({ valor }) => valor === value) ? (value as V) : null,
  );
};

export const days = (base: BaseRow) =>
  row<CalendarDate[]>(base, { tipo: 'DIAS', maximo: 200 }, (value) => readHolidays(value));

/** An unusable value counts as absent, so that a mistake in a parameter does not block tickets. */
export const workHours = (base: BaseRow) =>
  row<{ week: WorkWeek }>(base, { tipo: 'EXPEDIENTE' }, (value) => {
    const week = workWeekOf(value);
    return week && { week };
  });

/** A set of named switches. */
export const switches = <const K extends string>({
  nomes,
  ...base
}: BaseRow & { nomes: Record<K, string> }) => {
  const named = Object.entries<string>(nomes).map(([name, title]) => [name, { type: 'boolean', title }]);
  const schema = { type: 'object', additionalProperties: false, properties: Object.fromEntries(named) };
  const kind: ParameterKind = { tipo: 'OBJETO', schema };
  return row<Partial<Record<K, boolean>>>(base, kind, (value) =>
    parameterProblem(kind, value) === null ? (value as Partial<Record<K, boolean>>) : null,
  );
};

/** A text for each kind of person who works on sales. */
export const byRole = (base: BaseRow) => {
  const named = personType
    .filter(({ value }) => value !== 'CONSUMIDOR_FINAL')
    .map(({ value, label }) => [value, { type: 'string', title: label }]);
  const schema = { type: 'object', additionalProperties: false, properties: Object.fromEntries(named) };
  const kind: ParameterKind = { tipo: 'OBJETO', schema };
  return row<Partial<Record<PersonType, string>>>(base, kind, (value) =>
    parameterProblem(kind, value) === null ? (value as Partial<Record<PersonType, string>>) : null,
  );
};

/** The company's own settings for the statuses of quotes and orders. */
export const statuses = (base: BaseRow) => {
  const kind: ParameterKind = { tipo: 'SITUACOES', maximo: MAX_LABEL_LENGTH };
  return row<OwnStatuses>(base, kind, (value) =>
    parameterProblem(kind, value) === null ? (value as OwnStatuses) : null,
  );
};

const MAX_LABEL_LENGTH = 40;

/** Also accepts text, as stored by older installations. A number above the field's limit is accepted too. */
function wholeNumber(value: unknown, least: number): number | null {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= Math.min(least, 1)
    ? number
    : null;
}

function positive(value: unknown, least: string): Decimal | null {
  const read = typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : null;
  if (read === null) return null;
  const order = compareDecimals(read, '0');
  return order > 0 || (order === 0 && compareDecimals(least, '0') <= 0) ? read : null;
}

/** Parameter `feriados`: local holidays of a branch. */
const readHolidays = (value: unknown): CalendarDate[] =>
  Array.isArray(value) ? value.filter((day) => typeof day === 'string' && isCalendarDate(day)) : [];
