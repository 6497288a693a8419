import type { JsonSchema } from '../../../../contract/rules/definitions/definition.ts';

/**
 * What RJSF need not know: it would fill defaults in again that a person took out, and make the fields of a branch
 * vanish beside `additionalProperties: false` (FORMS.md 4, 5). Both are the store's and the judge's business.
 */
const NOT_DRAWN = new Set([
  'default',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'minItems',
  'formatMinimum',
  'formatMaximum',
  'formatExclusiveMinimum',
  'formatExclusiveMaximum',
]);

/** Keywords whose members are named by people, not by JSON Schema. */
const NAMED = new Set(['properties', '$defs']);

export function drawnSchema(schema: JsonSchema): JsonSchema {
  return drawn(schema, false) as JsonSchema;
}

function drawn(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => drawn(one, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNamed || (!NOT_DRAWN.has(key) && !key.startsWith('x-')))
      // A condition is asked by its own text: it stays as it was compiled.
      .map(([key, one]) => [key, !isNamed && KEPT.has(key) ? one : drawn(one, !isNamed && NAMED.has(key))]),
  );
}

const KEPT = new Set(['if', 'const', 'enum', 'examples']);

/** An order that forgets a field, or names one of a branch, would make RJSF show nothing at all. */
export function drawnUi(ui: unknown): unknown {
  if (typeof ui !== 'object' || ui === null || Array.isArray(ui)) return ui;
  return Object.fromEntries(
    Object.entries(ui).map(([key, value]) => {
      if (key === 'ui:order' && Array.isArray(value))
        return [key, value.includes('*') ? value : [...value, '*']];
      // Labels are read by the widgets; RJSF expects a list here.
      return [key, key.startsWith('ui:') ? value : drawnUi(value)];
    }),
  );
}
