import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { escapePointer } from '../../../contract/rules/definitions/jsonLines.ts';
import type { FileProblem } from '../../../contract/rules/problem.ts';
import { ROOT } from '../../root.ts';
import { schemaProblems } from './schemaErrorText.ts';

/** The files that came with this version of the console. */
export const schemasFolder = path.join(ROOT, 'schemas');

const compiled = new Map<string, ValidateFunction>();

/** No list of a definition has as many; lists whose items must differ are compared each with each. */
const MOST_ITEMS = 2_000;

/** What schemas/meta/ says about a content, in Portuguese; empty when it has the right shape. */
export function metaSchemaProblems(meta: string, content: unknown): FileProblem[] {
  const long = longList(content, '');
  if (long !== null)
    return [{ pointer: long, message: `Uma lista tem no máximo ${MOST_ITEMS} itens. Retire os demais.` }];
  const validate = validatorOf(meta);
  return validate(content) ? [] : schemaProblems(validate.errors ?? []);
}

/** Where the first list stands that is too long. */
function longList(value: unknown, at: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value) && value.length > MOST_ITEMS) return at;
  for (const [key, below] of Object.entries(value)) {
    const found = longList(below, `${at}/${escapePointer(key)}`);
    if (found !== null) return found;
  }
  return null;
}

/** A meta-schema as it stands in its file. */
export const metaSchema = (meta: string): Record<string, unknown> =>
  JSON.parse(readFileSync(metaFile(meta), 'utf8'));

const metaFile = (meta: string) => path.join(schemasFolder, 'meta', `${meta}.schema.json`);

function validatorOf(meta: string): ValidateFunction {
  const known = compiled.get(meta);
  if (known) return known;
  if (!existsSync(metaFile(meta))) throw new Error(`no meta-schema ${meta}`);
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const validate = ajv.compile(metaSchema(meta));
  compiled.set(meta, validate);
  return validate;
}
