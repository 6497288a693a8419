import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import localize from 'ajv-i18n';
import type { FileProblem } from '../../../contract/rules/fileProblem.ts';

export const schemasFolder = path.join(import.meta.dirname, '../../../schemas');
type MetaSchema = 'flow' | 'ticketTypes' | 'ticketReasons';

const compiled = new Map<MetaSchema, ValidateFunction>();

/** What schemas/meta/ says about a file, in Portuguese; empty when it has the right shape. */
export function metaSchemaProblems(meta: MetaSchema, content: unknown): FileProblem[] {
  const validate = validatorOf(meta);
  if (validate(content)) return [];
  localize['pt-BR'](validate.errors);
  return (validate.errors ?? []).map(({ instancePath, message = 'Valor inválido.' }) => ({
    pointer: instancePath,
    message,
  }));
}

function validatorOf(meta: MetaSchema): ValidateFunction {
  const known = compiled.get(meta);
  if (known) return known;
  const text = readFileSync(path.join(schemasFolder, 'meta', `${meta}.schema.json`), 'utf8');
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(JSON.parse(text));
  compiled.set(meta, validate);
  return validate;
}
