import type { ReactNode } from 'react';
import { type CatalogRow, rowOf } from '#contract/catalogs/catalog.ts';
import type { FieldFormat } from '#contract/field.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { countText, formatCount, NO_VALUE } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Instant } from '#contract/rules/time/zonedTime.ts';
import { StatusChip } from '../components/display/Chips.tsx';
import { Money, RelativeDate } from '../components/display/Texts.tsx';

/** A value as its format in the contract says; `none` for one that is absent. */
export function shown(format: FieldFormat, value: unknown, none: ReactNode = NO_VALUE): ReactNode {
  if (isAbsent(value)) return none;
  if (format === 'day') return formatCalendarDate(String(value));
  if (format === 'instant') return <RelativeDate value={String(value)} />;
  if (format === 'flag') return value ? 'Sim' : 'Não';
  if (Array.isArray(value)) return value.map(nameOf).join(', ');
  return nameOf(value);
}

export const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The words that records are named by in the answers, the shortest first. */
const NAMES = ['nome', 'desc', 'descricao', 'fant', 'razSoc'] as const;

/** A record within a row is shown by its name, anything else as it is. */
function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const record = value as Readonly<Record<string, unknown>>;
  const name = NAMES.map((key) => record[key]).find((each) => typeof each === 'string' && each !== '');
  return name === undefined ? NO_VALUE : String(name);
}

/** Status: colour, icon and word of its catalogue, which may depend on the person. */
export const chip =
  (catalog: readonly CatalogRow[] | (() => readonly CatalogRow[])) =>
  (value: string): ReactNode => (
    <StatusChip value={value} catalog={typeof catalog === 'function' ? catalog() : catalog} />
  );

/** The word of a catalogue alone, where the colour would mean nothing. */
export const word =
  (catalog: readonly CatalogRow[]) =>
  (value: string): string =>
    rowOf(catalog, value).label;

/** 'R$ 1.234,50'. */
export const money = (value: Decimal): ReactNode => <Money value={value} decimals={2} />;

/** '1.284'. */
export const count = (value: number): string => countText(value);

/** '3 tickets'. */
export const counted =
  (one: string, many: string) =>
  (value: number): string =>
    formatCount(value, one, many);

/** Where the time matters, and touch devices show no tooltip: 'ontem · 20/11/2026 17:58'. */
export const exactly = (value: Instant): ReactNode => <RelativeDate value={value} exact />;
