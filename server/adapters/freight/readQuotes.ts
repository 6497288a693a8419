import type { FreightLeg, FreightQuote } from '#contract/callcenter/orders/freight.ts';
import { compareDecimals, type Decimal, fixedDecimal, parseDecimal } from '#contract/rules/decimal.ts';
import { WEEKDAYS_PATTERN } from '#contract/rules/freight/delivery.ts';
import type { Destination } from '#contract/rules/freight/rateTable.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { type CalendarDate, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { plainText } from '../../text/plainText.ts';

const MAX_QUOTES = 50;
const MAX_LEGS = 20;
const MAX_DAYS = 365;
const MAX_PRICE = '9999999.99';

type Given = Record<string, unknown>;

/**
 * Converts a service's answer to our own quotes. Only declared fields are read, within bounds, and quotes from unknown
 * carriers are left out. Throws when it is not a valid answer at all.
 */
export function readQuotes(answer: unknown, carrierNames: ReadonlyMap<number, string>): FreightQuote[] {
  const given = isRecord(answer) ? answer.cotacoes : undefined;
  if (!Array.isArray(given)) throw new Error('no quotes');
  const read = given.slice(0, MAX_QUOTES).flatMap((each) => {
    const quote = isRecord(each) ? readQuote(each) : null;
    return quote ? [quote] : [];
  });
  if (given.length > 0 && read.length === 0) throw new Error('no quote that can be read');
  return read.flatMap((quote) => {
    const name = carrierNames.get(quote.idTransp);
    return name === undefined ? [] : [{ ...quote, nomeTransp: name }];
  });
}

/** The message of a service that refuses, given as `{error: {message}}`. */
export function refusalOf(answer: unknown): string | null {
  const error = isRecord(answer) ? answer.error : undefined;
  const message = isRecord(error) ? error.message : error;
  return typeof message === 'string' && message.trim() ? plainText(message).trim().slice(0, 300) : null;
}

function readQuote(given: Given): FreightQuote | null {
  const idTransp = Number(given.idTransp);
  const prazo = daysOf(given.prazo);
  const toConsult = given.aConsultar === true;
  const valor = toConsult ? '0.00' : priceOf(given.valor);
  if (!Number.isSafeInteger(idTransp) || prazo === null || valor === null) return null;
  return {
    idTransp,
    nomeTransp: '',
    prazo,
    previsao: typeof given.previsao === 'string' && isCalendarDate(given.previsao) ? given.previsao : null,
    diasSemanaEntrega: weekdaysOf(given.diasSemanaEntrega),
    aConsultar: toConsult,
    valor,
    vlMin: priceOf(given.vlMin) ?? '0.00',
    vlIsenta: priceOf(given.vlIsenta),
    selecionavel: !toConsult && given.selecionavel !== false,
    trechos: readLegs(given.trechos),
  };
}

const readLegs = (given: unknown): FreightLeg[] =>
  Array.isArray(given) ? given.filter(isRecord).slice(0, MAX_LEGS).map(readLeg) : [];

const readLeg = (leg: Given): FreightLeg => ({
  modo: textOf(leg.modo),
  origem: textOf(leg.origem),
  tabela: textOf(leg.tabela),
  tipoTabela: textOf(leg.tipoTabela),
  prazo: daysOf(leg.prazo) ?? 0,
  valor: priceOf(leg.valor) ?? '0.00',
});

const textOf = (value: unknown): string =>
  typeof value === 'string' ? plainText(value).trim().slice(0, 80) : '';

const weekdaysOf = (value: unknown): string =>
  typeof value === 'string' && new RegExp(WEEKDAYS_PATTERN).test(value) ? value : 'NSSSSSN';

function daysOf(value: unknown): number | null {
  const days = Number(value);
  return Number.isInteger(days) && days >= 0 && days <= MAX_DAYS && value !== null ? days : null;
}

function priceOf(value: unknown): Decimal | null {
  const read = typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : null;
  if (read === null || compareDecimals(read, '0') < 0 || compareDecimals(read, MAX_PRICE) > 0) return null;
  return fixedDecimal(read, 2);
}

/** The input for freight quotes. */
export interface FreightRequest {
  freightType: { id: number; key: string };
  destination: Destination & { city: string };
  weight: Decimal;
  total: Decimal;
  redispatch: boolean;
  conditionId: number | null;
  /** Today's date at the branch, and its holidays. */
  today: CalendarDate;
  isHoliday: (day: CalendarDate) => boolean;
}

export interface FreightQuotes {
  quotes: FreightQuote[];
  /** The service's number for these quotes; null for quotes from our own tables. */
  number: string | null;
}
