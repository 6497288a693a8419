import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { conditionsOf } from '#contract/rules/forms/fieldSchemas.ts';
import type { FormDefinition, UiSchema } from '#contract/rules/forms/formDefinition.ts';
import { formAjv, ROOT } from '#server/config/forms/formAjv.ts';
import { type ValidatorModule, validatorImport } from '#ui/schemaForm/validatorModule.ts';

const modules = new Map<string, ValidatorModule>();

/** A form as the server would return it, with its validator registered for SchemaForm, since jsdom cannot load modules. */
export function formOf(schema: JsonSchema, ui: UiSchema = {}): FormDefinition {
  const validador = `/config/validadores/${modules.size}.js`;
  const ajv = formAjv(schema);
  const conditions = conditionsOf(schema).map(({ pointer }, index) => [
    `c${index}`,
    ajv.getSchema(`${ROOT}#${encodeURI(pointer)}`),
  ]);
  modules.set(validador, {
    validar: ajv.getSchema(ROOT),
    ...Object.fromEntries(conditions),
  } as ValidatorModule);
  validatorImport.load = async (address) => {
    const found = modules.get(address);
    if (!found) throw new Error(`no validator ${address}`);
    return found;
  };
  return { schema, ui, validador };
}
