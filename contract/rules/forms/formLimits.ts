import type { JsonSchema } from '../definitions/definition.ts';
import { schemaAt } from './fieldSchemas.ts';

/**
 * Far above any form that people fill in: the largest shipped one has 196 parts, a hundred extra fields with conditions
 * 1,300. Compiling takes half a millisecond a part, in the thread that answers everybody.
 */
const LIMITS = { depth: 60, parts: 1_400, judged: 3_000 };

/** Why a schema is too large to be compiled; `null` when it is not. Looked at before anything else follows it. */
export function sizeProblem(root: JsonSchema): string | null {
  const parts = partsOf(root, 0);
  if (parts > LIMITS.parts)
    return 'O esquema é grande ou encaixado demais. Divida o formulário, ou repita menos.';
  const judged = judgedParts(root, root, new Map());
  return judged > LIMITS.judged
    ? 'As referências repetem partes demais do esquema. Escreva cada parte uma vez.'
    : null;
}

/** Objects and lists; more than enough where it is too deep. */
function partsOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > LIMITS.depth) return LIMITS.parts + 1;
  let parts = 1;
  for (const below of Object.values(value)) {
    parts += partsOf(below, depth + 1);
    if (parts > LIMITS.parts) break;
  }
  return parts;
}

/** The same with each reference as what it stands for, since a judge follows all of them. */
function judgedParts(root: JsonSchema, value: unknown, known: Map<string, number>): number {
  if (typeof value !== 'object' || value === null) return 0;
  let parts = 1;
  for (const [key, below] of Object.entries(value))
    parts += key === '$ref' ? referredParts(root, below, known) : judgedParts(root, below, known);
  return Math.min(parts, LIMITS.judged + 1);
}

function referredParts(root: JsonSchema, ref: unknown, known: Map<string, number>): number {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return 0;
  const before = known.get(ref);
  if (before !== undefined) return before;
  // One that comes back to itself has no end.
  known.set(ref, LIMITS.judged + 1);
  const parts = judgedParts(root, schemaAt(root, ref), known);
  known.set(ref, parts);
  return parts;
}
