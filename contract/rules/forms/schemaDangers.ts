import type { JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import type { FileProblem } from '../fileProblem.ts';
import { isSchema } from './conditions.ts';
import { sizeProblem } from './formLimits.ts';
import { patternProblem } from './patternProblem.ts';

/** Keywords whose values are data, not schemas. */
export const SCHEMA_DATA: ReadonlySet<string> = new Set([
  'const',
  'enum',
  'default',
  'examples',
  'x-mensagens',
]);

/** Would answer later than anybody waits for, give parts another address, or take expressions that nobody looks at. */
const HOSTILE = ['$async', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor', 'patternProperties'];

/**
 * What could keep a judge busy or make it another: asked before a schema is compiled, whoever wrote it and wherever it
 * comes from. Empty when it is safe to compile and to run.
 */
export function schemaDangers(root: JsonSchema, at: string): FileProblem[] {
  const tooLarge = sizeProblem(root);
  return tooLarge ? [{ pointer: at, message: tooLarge }] : dangersOf(root, at);
}

function dangersOf(value: unknown, at: string): FileProblem[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => dangersOf(one, `${at}/${index}`));
  if (!isSchema(value)) return [];
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
  if (isSchema(schema.pattern) && '$data' in schema.pattern)
    say('pattern', 'A expressão se escreve aqui; ela não vem dos dados.');
  for (const key of HOSTILE) if (key in schema) say(key, `O esquema não usa ${key}. Retire-o.`);
  if (comparesGroups(schema))
    say(
      'uniqueItems',
      'Só listas de textos ou números podem pedir itens diferentes. Diga o tipo em "items".',
    );
  return problems;
}

/** Groups are compared each with each, so that the time grows with the square of the list. */
function comparesGroups({ uniqueItems, items }: JsonSchema): boolean {
  if (uniqueItems !== true && !(isSchema(uniqueItems) && '$data' in uniqueItems)) return false;
  if (!isSchema(items)) return true;
  if (Array.isArray(items.enum))
    return items.enum.some((value) => typeof value === 'object' && value !== null);
  return ![items.type].flat().every((type) => SCALARS.has(String(type)));
}

const SCALARS = new Set(['string', 'number', 'integer', 'boolean', 'null']);
