import { formRoutes } from '../../../../contract/config/forms.ts';
import { errorTexts } from '../../../../contract/rules/forms/formMessages.ts';
import type { RegistrationStep } from '../../../../contract/rules/registration/registrationStep.ts';
import { call } from '../../../dataProvider/call.ts';
import { loadJudge } from '../../../ui/schemaForm/validatorModule.ts';
import type { Content } from '../editorProps.ts';

/** The step with its examples expecting what happens today, by the same judge as the server's. */
export async function withNewResults(content: Content): Promise<Content> {
  const expected = await judgeOf(content);
  const { testes } = content as unknown as RegistrationStep;
  return { ...content, testes: testes.map((each) => ({ ...each, espera: expected(each.dados) })) };
}

/** The step with one example more: what was filled in, and what becomes of it today. */
export async function withNewExample(content: Content, dados: Record<string, unknown>): Promise<Content> {
  const expected = await judgeOf(content);
  const { testes = [] } = content as unknown as RegistrationStep;
  const made = { nome: `Exemplo ${testes.length + 1}`, dados, espera: expected(dados) };
  return { ...content, testes: [...testes, made] };
}

async function judgeOf(content: Content) {
  const { schema, ui } = content as unknown as RegistrationStep;
  const form = await call(formRoutes.preview, { body: { schema, ui } });
  const { judge } = await loadJudge(form.validador, form.schema);
  return (dados: Record<string, unknown>): 'valido' | string[] => {
    const refused = Object.keys(errorTexts(form.schema, judge(dados))).sort();
    return refused.length > 0 ? refused : 'valido';
  };
}
