import type { JsonSchema } from '../definitions/definition.ts';
import { isEmptyValue } from './filtersInWords.ts';

type Values = Readonly<Record<string, unknown>>;

/** Names of the required filters that are not filled in yet, as the form calls them. A period needs both its days. */
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

/** 'Preencha Período e Filial para gerar.'; nothing when all is there. */
export function missingText(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const names = missing.length === 1 ? missing[0] : `${missing.slice(0, -1).join(', ')} e ${missing.at(-1)}`;
  return `Preencha ${names} para gerar.`;
}
