import { formRoutes } from '../../../../contract/config/forms.ts';
import {
  type CustomExample,
  type CustomTypeDefinition,
  customRecordType,
} from '../../../../contract/records/customType.ts';
import { recordForm } from '../../../../contract/records/fieldSchema.ts';
import { mergedRecord, normalizeFields } from '../../../../contract/records/normalizeRecord.ts';
import { EXTERNAL_CODES } from '../../../../contract/records/recordType.ts';
import { errorTexts } from '../../../../contract/rules/forms/formMessages.ts';
import { call } from '../../../dataProvider/call.ts';
import { loadJudge } from '../../../ui/schemaForm/validatorModule.ts';
import type { Content } from '../editorProps.ts';

const asType = (content: Content) => content as unknown as CustomTypeDefinition;

/** The type with its examples expecting what happens now, by the same judge as the server's. */
export async function withNewResults(content: Content): Promise<Content> {
  const expected = await judgeOf(content);
  const { testes = [] } = asType(content);
  return { ...content, testes: testes.map((one) => ({ ...one, espera: expected(one.valores) })) };
}

/** The type with one example more: what was filled in, and what becomes of it today. */
export async function withNewExample(content: Content, data: Record<string, unknown>): Promise<Content> {
  const expected = await judgeOf(content);
  const { [EXTERNAL_CODES]: _, ...valores } = data;
  const { testes = [] } = asType(content);
  return { ...content, testes: [...testes, { valores, espera: expected(valores) }] };
}

async function judgeOf(content: Content) {
  const type = customRecordType(asType(content));
  const { schema, ui } = recordForm(type);
  const form = await call(formRoutes.preview, { body: { schema: { ...schema }, ui: { ...ui } } });
  const { judge } = await loadJudge(form.validador, form.schema);
  return (valores: Readonly<Record<string, unknown>>): CustomExample['espera'] => {
    const record = mergedRecord(type.campos, null, normalizeFields(type.campos, valores));
    const found = errorTexts(form.schema, judge(record));
    const refused = new Set(Object.keys(found).map((pointer) => pointer.split('/')[1] ?? ''));
    return refused.size > 0 ? [...refused].sort().map((campo) => ({ campo })) : 'valido';
  };
}
