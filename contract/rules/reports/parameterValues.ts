import type { JsonSchema } from '../definitions/definition.ts';
import { numberText } from '../format.ts';
import { listText } from '../text.ts';
import { type CalendarDate, formatCalendarDate } from '../time/calendarDate.ts';
import { resolveDays } from './relativeDays.ts';
import type { ReportParameter } from './report.ts';

type Values = Readonly<Record<string, unknown>>;

/** Resolves relative days to dates; a text parameter that merely looks like one is left unchanged. */
export function resolvedValues(
  parameters: readonly ReportParameter[],
  values: Values,
  today: CalendarDate,
): Record<string, unknown> {
  const days = new Set(
    parameters
      .filter(({ tipo }) => tipo === 'DATE' || tipo === 'DATERANGE')
      .map(({ parametro }) => parametro),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, days.has(name) ? resolveDays(value, today) : value]),
  );
}

/** Initial values of the form. */
export const initialValues = (
  parameters: readonly ReportParameter[],
  today: CalendarDate,
): Record<string, unknown> =>
  resolvedValues(
    parameters,
    Object.fromEntries(
      parameters.flatMap(({ parametro, valorpadrao }) =>
        valorpadrao === undefined ? [] : [[parametro, valorpadrao] as const],
      ),
    ),
    today,
  );

/** Omits empty values: an empty filter counts as absent, however it was left empty. */
export const filledValues = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)));

/** The label of a parameter's value when its options come from the server. */
type LabelOf = (parameter: ReportParameter, value: string) => string | undefined;

/** 'Período: 01/10/2026 a 31/10/2026 · Filial: Matriz'. Empty filters are omitted. */
export function filtersInWords(
  parameters: readonly ReportParameter[],
  values: Values,
  labelOf: LabelOf = () => undefined,
): string {
  return parameters
    .flatMap((parameter) => {
      const text = words(parameter, values[parameter.parametro], labelOf);
      return text ? [`${parameter.label}: ${text}`] : [];
    })
    .join(' · ');
}

/** Whether a value is empty: absent, blank, no choice, or a period without days. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object') return Object.values(value).every(isEmptyValue);
  return false;
}

function words(parameter: ReportParameter, value: unknown, labelOf: LabelOf): string {
  if (isEmptyValue(value)) return '';
  const chosen = (each: unknown) =>
    parameter.opcoes.find(({ valor }) => valor === each)?.rotulo ??
    labelOf(parameter, String(each)) ??
    String(each);
  if (Array.isArray(value)) return value.map(chosen).join(', ');
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'object') return periodText(value as { inicio?: string; fim?: string });
  return parameter.tipo === 'DATE' ? formatCalendarDate(String(value)) : chosen(value);
}

function periodText({ inicio, fim }: { inicio?: string; fim?: string }): string {
  if (inicio && fim) return `${formatCalendarDate(inicio)} a ${formatCalendarDate(fim)}`;
  return inicio ? `desde ${formatCalendarDate(inicio)}` : `até ${formatCalendarDate(fim ?? '')}`;
}

/** Labels of the required filters that are not filled in yet. A period needs both its days. */
export function missingFilters(schema: JsonSchema, values: Values): string[] {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema | undefined>;
  const required = (schema.required ?? []) as string[];
  return required
    .filter((name) => isMissing(properties[name], values[name]))
    .map((name) => String(properties[name]?.title ?? name));
}

function isMissing(schema: JsonSchema | undefined, value: unknown): boolean {
  if (isEmptyValue(value)) return true;
  const inner = (schema?.required ?? []) as string[];
  return (
    typeof value === 'object' && inner.some((name) => isEmptyValue((value as Record<string, unknown>)[name]))
  );
}

/** 'Preencha Período e Filial para gerar.'; empty when nothing is missing. */
export function missingText(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  return `Preencha ${listText(missing)} para gerar.`;
}

/** Keywords that only change the wording of a question; earlier answers keep their meaning. */
const WORDING = new Set(['title', 'description', 'default', 'examples', '$comment', '$id', '$schema']);

/**
 * Whether two versions of a report ask for the same parameters. If so, answers saved for one are valid for the other;
 * otherwise they are shown and marked instead of being used silently.
 */
export const sameQuestions = (before: JsonSchema, after: JsonSchema): boolean =>
  JSON.stringify(requested(before)) === JSON.stringify(requested(after));

function requested(value: unknown, named = false): unknown {
  if (Array.isArray(value)) return value.map((each) => requested(each));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      // Keys below `properties` are parameter names, so one may be called `title`.
      .filter(([key]) => named || !WORDING.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [
        key,
        requested(key === 'required' ? sorted(each) : each, NAMES.has(key) && !named),
      ]),
  );
}

const NAMES = new Set(['properties', '$defs', 'dependentRequired', 'dependentSchemas']);

const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
