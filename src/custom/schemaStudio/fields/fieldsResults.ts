import { formRoutes } from '#contract/config/forms.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { visibleValues } from '#contract/rules/fields/fieldValues.ts';
import { errorTexts } from '#contract/rules/forms/formMessages.ts';
import { call } from '#data/call.ts';
import { loadValidator } from '#ui/schemaForm/validatorModule.ts';
import type { Content } from '../editorProps.ts';

/** The fields with their examples updated to expect the current results, using the same validator as the server. */
export async function withNewResults(content: Content): Promise<Content> {
  const definition = contentOf('fields', content);
  const form = await call(formRoutes.preview, { body: fieldsForm(definition) });
  const { validate } = await loadValidator(form.validador, form.schema);
  const expected = (values: Record<string, unknown>) => {
    const found = errorTexts(form.schema, validate(visibleValues(definition, values)));
    const refused = new Set(Object.keys(found).map((pointer) => pointer.split('/')[1]));
    return refused.size > 0 ? [...refused].sort().map((campo) => ({ campo })) : 'valido';
  };
  return {
    ...content,
    testes: (definition.testes ?? []).map((example) => ({ ...example, espera: expected(example.valores) })),
  };
}
