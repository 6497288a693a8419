import type { JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import { isRecord } from '../jsonRecord.ts';
import type { FileProblem } from '../problem.ts';
import { JUDGED_FIELDS } from './fieldConditions.ts';
import { schemaAt } from './fieldSchemas.ts';
import { patternProblem } from './patterns.ts';

/** Keywords whose values are data, not schemas. */
export const SCHEMA_DATA: ReadonlySet<string> = new Set([
  'const',
  'enum',
  'default',
  'examples',
  'x-mensagens',
  JUDGED_FIELDS,
]);

/**
 * Keywords that would make validation asynchronous, change the addresses of parts, or contain expressions that are not
 * checked.
 */
const FORBIDDEN_KEYWORDS = ['$async', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor', 'patternProperties'];

/**
 * What could keep a validator busy or change its meaning. Checked before any schema is compiled, regardless of its author and
 * origin. Empty when it is safe to compile and run.
 */
export function unsafeSchemaProblems(root: JsonSchema, at: string): FileProblem[] {
  const tooLarge = sizeProblem(root);
  return tooLarge ? [{ pointer: at, message: tooLarge }] : dangersOf(root, at);
}

function dangersOf(value: unknown, at: string): FileProblem[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => dangersOf(one, `${at}/${index}`));
  if (!isRecord(value)) return [];
  const below = Object.entries(value).flatMap(([key, one]) =>
    SCHEMA_DATA.has(key) ? [] : dangersOf(one, `${at}/${escapePointer(key)}`),
  );
  return [...ownDangers(value, at), ...below];
}

function ownDangers(schema: JsonSchema, at: string): FileProblem[] {
  const problems: FileProblem[] = [];
  const say = (key: string, message: string) => problems.push({ pointer: `${at}/${key}`, message });
  if (typeof schema.pattern === 'string') {
    const wrong = patternProblem(schema.pattern);
    if (wrong) say('pattern', wrong);
  }
  if (isRecord(schema.pattern) && '$data' in schema.pattern)
    say('pattern', 'A expressão se escreve aqui; ela não vem dos dados.');
  for (const key of FORBIDDEN_KEYWORDS) if (key in schema) say(key, `O esquema não usa ${key}. Retire-o.`);
  if (comparesGroups(schema))
    say(
      'uniqueItems',
      'Só listas de textos ou números podem pedir itens diferentes. Diga o tipo em "items".',
    );
  return problems;
}

/** Objects are compared pairwise, so the time grows with the square of the list's length. */
function comparesGroups({ uniqueItems, items }: JsonSchema): boolean {
  if (uniqueItems !== true && !(isRecord(uniqueItems) && '$data' in uniqueItems)) return false;
  if (!isRecord(items)) return true;
  if (Array.isArray(items.enum))
    return items.enum.some((value) => typeof value === 'object' && value !== null);
  return ![items.type].flat().every((type) => SCALARS.has(String(type)));
}

const SCALARS = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Far above any form that people fill in: the largest one shipped has 196 parts, a hundred extra fields with conditions have
 * 1,300. Compiling takes half a millisecond per part, on the thread that answers all requests.
 */
const LIMITS = { depth: 60, parts: 1_400, validated: 3_000 };

/** Why a schema is too large to be compiled; `null` if it is not. Checked before anything else traverses it. */
function sizeProblem(root: JsonSchema): string | null {
  const parts = partsOf(root, 0);
  if (parts > LIMITS.parts)
    return 'O esquema é grande ou encaixado demais. Divida o formulário, ou repita menos.';
  const validated = validatedParts(root, root, new Map());
  return validated > LIMITS.validated
    ? 'As referências repetem partes demais do esquema. Escreva cada parte uma vez.'
    : null;
}

/** Counts objects and lists; returns more than the limit when nested too deeply. */
function partsOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > LIMITS.depth) return LIMITS.parts + 1;
  let parts = 1;
  for (const [key, below] of Object.entries(value)) {
    // Nothing is compiled of what conditions are about, and their expressions have bounds of their own.
    if (depth === 0 && key === JUDGED_FIELDS) continue;
    parts += partsOf(below, depth + 1);
    if (parts > LIMITS.parts) break;
  }
  return parts;
}

/** The same with every reference expanded, since a validator follows all of them. */
function validatedParts(root: JsonSchema, value: unknown, known: Map<string, number>): number {
  if (typeof value !== 'object' || value === null) return 0;
  let parts = 1;
  for (const [key, below] of Object.entries(value)) {
    if (key === JUDGED_FIELDS) continue;
    parts += key === '$ref' ? referredParts(root, below, known) : validatedParts(root, below, known);
  }
  return Math.min(parts, LIMITS.validated + 1);
}

function referredParts(root: JsonSchema, ref: unknown, known: Map<string, number>): number {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return 0;
  const before = known.get(ref);
  if (before !== undefined) return before;
  // A reference that leads back to itself never ends.
  known.set(ref, LIMITS.validated + 1);
  const parts = validatedParts(root, schemaAt(root, ref), known);
  known.set(ref, parts);
  return parts;
}
