import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FileProblem } from '../../../contract/rules/fileProblem.ts';
import { ROOT } from '../../root.ts';
import { schemaProblems } from './schemaErrorText.ts';

/** The files that came with this version of the console. */
export const schemasFolder = path.join(ROOT, 'schemas');

const compiled = new Map<string, ValidateFunction>();

/** What schemas/meta/ says about a content, in Portuguese; empty when it has the right shape. */
export function metaSchemaProblems(meta: string, content: unknown): FileProblem[] {
  const validate = validatorOf(meta);
  return validate(content) ? [] : schemaProblems(validate.errors ?? []);
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
