import { formRoutes } from '../../../../contract/config/forms.ts';
import type { ExtraFieldsDefinition } from '../../../../contract/rules/fields/extraFields.ts';
import { fieldsForm } from '../../../../contract/rules/fields/fieldsForm.ts';
import { keptValues } from '../../../../contract/rules/fields/fieldValues.ts';
import { errorTexts } from '../../../../contract/rules/forms/formMessages.ts';
import { call } from '../../../dataProvider/call.ts';
import { loadJudge } from '../../../ui/schemaForm/validatorModule.ts';
import type { Content } from '../editorProps.ts';

/** The fields with their examples expecting what happens now, by the same judge as the server's. */
export async function withNewResults(content: Content): Promise<Content> {
  const definition = content as unknown as ExtraFieldsDefinition;
  const form = await call(formRoutes.preview, { body: fieldsForm(definition) });
  const { judge } = await loadJudge(form.validador, form.schema);
  const expected = (values: Record<string, unknown>) => {
    const found = errorTexts(form.schema, judge(keptValues(definition, values)));
    const refused = new Set(Object.keys(found).map((pointer) => pointer.split('/')[1]));
    return refused.size > 0 ? [...refused].sort().map((campo) => ({ campo })) : 'valido';
  };
  return {
    ...content,
    testes: (definition.testes ?? []).map((example) => ({ ...example, espera: expected(example.valores) })),
  };
}
