import type { Placeholder } from '../guard/placeholders.ts';

/** Values of the placeholders, in the order of their numbers; what was left empty is NULL. */
export const bindValues = (
  placeholders: readonly Placeholder[],
  values: Readonly<Record<string, unknown>>,
): unknown[] => placeholders.map((placeholder) => filledBy(placeholder, values[placeholder.parameter]));

function filledBy({ end }: Placeholder, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (end) return (value as Partial<Record<'inicio' | 'fim', string>>)[end] ?? null;
  return typeof value === 'number' ? String(value) : value;
}
