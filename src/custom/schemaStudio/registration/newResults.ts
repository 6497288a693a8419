import { formRoutes } from '../../../../contract/config/forms.ts';
import { errorTexts } from '../../../../contract/rules/forms/formMessages.ts';
import type { RegistrationStep } from '../../../../contract/rules/registration/registrationStep.ts';
import { call } from '../../../dataProvider/call.ts';
import { loadJudge } from '../../schemaForm/validatorModule.ts';
import type { Content } from '../editorProps.ts';

/** The step with its examples expecting what happens today, by the same judge as the server's. */
export async function withNewResults(content: Content): Promise<Content> {
  const { schema, ui, testes } = content as unknown as RegistrationStep;
  const form = await call(formRoutes.preview, { body: { schema, ui } });
  const { judge } = await loadJudge(form.validador, form.schema);
  return {
    ...content,
    testes: testes.map((example) => {
      const refused = Object.keys(errorTexts(form.schema, judge(example.dados))).sort();
      return { ...example, espera: refused.length > 0 ? refused : 'valido' };
    }),
  };
}
