import type { JsonSchema } from '../definitions/definition.ts';

/** What only words a question: whoever answered it before still means the same. */
const WORDING = new Set(['title', 'description', 'default', 'examples', '$comment', '$id', '$schema']);

/**
 * Whether two versions of a report ask for the same parameters. Answers that were kept for the one then still hold
 * for the other; else they are shown and marked, and not silently used.
 */
export const sameQuestions = (before: JsonSchema, after: JsonSchema): boolean =>
  JSON.stringify(asked(before)) === JSON.stringify(asked(after));

function asked(value: unknown, named = false): unknown {
  if (Array.isArray(value)) return value.map((each) => asked(each));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      // Below `properties` the keys are names of parameters: one may be called `title`.
      .filter(([key]) => named || !WORDING.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, asked(key === 'required' ? sorted(each) : each, NAMES.has(key) && !named)]),
  );
}

const NAMES = new Set(['properties', '$defs', 'dependentRequired', 'dependentSchemas']);

const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
