import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import type { RecordFacts } from '#contract/rules/fields/recordFacts.ts';
import { conditionsOf } from '#contract/rules/forms/fieldSchemas.ts';
import type { FormFinding } from '#contract/rules/forms/formMessages.ts';
import { canonicalJson } from './store/paths.ts';

type Validate = ((this: RecordFacts | undefined, data: unknown) => boolean) & {
  errors?: readonly FormFinding[] | null;
};

/** The server's compiled form of a schema: the whole as `validar`, the conditions as `c0`, `c1` … */
export type ValidatorModule = Record<string, Validate | undefined>;

/** The validator of one form in the browser. */
export interface FormValidator {
  /** The findings; empty when the data is valid. */
  validate: (data: unknown) => readonly FormFinding[];
  /** Whether a condition of the schema is met. */
  holds: (condition: JsonSchema, data: unknown) => boolean;
  /** The same, with what is known of the record that the form belongs to. */
  about: (facts: RecordFacts | undefined) => FormValidator;
  facts: RecordFacts | undefined;
}

/** How a module is loaded; tests replace it with one that needs no server. */
export const validatorImport = {
  load: (address: string): Promise<ValidatorModule> => import(/* @vite-ignore */ address),
};

const validators = new Map<string, Promise<FormValidator>>();
const attempts = new Map<string, number>();

/**
 * Loaded once per version of a form. A failed load is retried under a different address, because browsers cache the failure.
 */
export function loadValidator(address: string, schema: JsonSchema): Promise<FormValidator> {
  const cachedValidator = validators.get(address);
  if (cachedValidator) return cachedValidator;
  const attempt = attempts.get(address) ?? 0;
  const loading = validatorImport
    .load(attempt === 0 ? address : `${address}?tentativa=${attempt}`)
    .then((module) => validatorOf(module, schema));
  validators.set(address, loading);
  loading.catch(() => {
    validators.delete(address);
    attempts.set(address, attempt + 1);
  });
  return loading;
}

function validatorOf(module: ValidatorModule, schema: JsonSchema, facts?: RecordFacts): FormValidator {
  const { validar } = module;
  if (!validar) throw new Error('a validator without its root');
  const byText = new Map(
    conditionsOf(schema).map((condition, index) => [canonicalJson(condition.schema), module[`c${index}`]]),
  );
  // RJSF almost always passes the schema's own objects; the text lookup is for copies of them.
  const byObject = new WeakMap<object, Validate>();
  return {
    validate: (data) => (validar.call(facts, data) ? [] : (validar.errors ?? [])),
    holds: (condition, data) => {
      let found = byObject.get(condition);
      if (!found) {
        found = byText.get(canonicalJson(condition));
        if (!found) return false;
        byObject.set(condition, found);
      }
      return found.call(facts, data);
    },
    about: (known) => validatorOf(module, schema, known),
    facts,
  };
}
