import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import { conditionsOf } from '../../../contract/rules/forms/fieldSchemas.ts';
import type { FormFinding } from '../../../contract/rules/forms/formMessages.ts';
import { canonicalJson } from './store/paths.ts';

type Validate = ((data: unknown) => boolean) & { errors?: readonly FormFinding[] | null };

/** What the server compiled from a schema: the whole as `validar`, the conditions as `c0`, `c1` … */
export type ValidatorModule = Record<string, Validate | undefined>;

/** The judge of one form in the browser. */
export interface FormJudge {
  /** Findings, empty when the data is good. */
  judge: (data: unknown) => readonly FormFinding[];
  /** Does a condition of the schema hold? */
  holds: (condition: JsonSchema, data: unknown) => boolean;
}

/** How a module is fetched; tests put in one that needs no server. */
export const validatorImport = {
  load: (address: string): Promise<ValidatorModule> => import(/* @vite-ignore */ address),
};

const judges = new Map<string, Promise<FormJudge>>();
const attempts = new Map<string, number>();

/** Fetched once for each version of a form. A failed fetch is tried again by another address: browsers remember it. */
export function loadJudge(address: string, schema: JsonSchema): Promise<FormJudge> {
  const known = judges.get(address);
  if (known) return known;
  const attempt = attempts.get(address) ?? 0;
  const loading = validatorImport
    .load(attempt === 0 ? address : `${address}?tentativa=${attempt}`)
    .then((module) => judgeOf(module, schema));
  judges.set(address, loading);
  loading.catch(() => {
    judges.delete(address);
    attempts.set(address, attempt + 1);
  });
  return loading;
}

function judgeOf(module: ValidatorModule, schema: JsonSchema): FormJudge {
  const { validar } = module;
  if (!validar) throw new Error('a validator without its root');
  const byText = new Map(
    conditionsOf(schema).map((condition, index) => [canonicalJson(condition.schema), module[`c${index}`]]),
  );
  // RJSF asks with the schema's own objects nearly always; the text is for copies of them.
  const byObject = new WeakMap<object, Validate>();
  return {
    judge: (data) => (validar(data) ? [] : (validar.errors ?? [])),
    holds: (condition, data) => {
      let found = byObject.get(condition);
      if (!found) {
        found = byText.get(canonicalJson(condition));
        if (!found) return false;
        byObject.set(condition, found);
      }
      return found(data);
    },
  };
}
