import { formRoutes } from '#contract/config/forms.ts';
import {
  type CustomExample,
  type CustomTypeDefinition,
  customRecordType,
} from '#contract/records/customType.ts';
import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import { mergedRecord, normalizeFields } from '#contract/records/fields/normalizeRecord.ts';
import { EXTERNAL_CODES } from '#contract/records/recordType.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { errorTexts } from '#contract/rules/forms/formMessages.ts';
import { pluralOf } from '#contract/rules/portugueseNouns.ts';
import { customTypeWords } from '#contract/rules/records/customTypeChanges.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { call } from '#data/call.ts';
import { loadValidator } from '#ui/schemaForm/validatorModule.ts';
import { withCampoKey } from '../campos/campoEdits.ts';
import type { Content } from '../editorProps.ts';

type Titles = CustomTypeDefinition['titulo'];

/** Another singular; the plural follows it unless it was written by hand. */
export const renamed = (titulo: Titles, um: string): Titles => ({
  ...titulo,
  um,
  muitos: titulo.muitos === '' || titulo.muitos === pluralOf(titulo.um) ? pluralOf(um) : titulo.muitos,
});

/** Changes a field's key, along with everything that refers to it. */
export function withTypeFieldKey(
  definition: CustomTypeDefinition,
  index: number,
  chave: string,
): CustomTypeDefinition {
  const old = definition.campos[index]?.chave;
  if (old === undefined || old === chave || chave === '') return definition;
  const follow = (key: string) => (key === old ? chave : key);
  return withCampoKey(
    {
      ...withNames(definition, (keys) => keys.map(follow)),
      nome: follow(definition.nome),
      ...(definition.situacao !== undefined && { situacao: follow(definition.situacao) }),
    },
    index,
    chave,
  );
}

/** Applies the same change to every list of field keys in the definition. */
function withNames(
  definition: CustomTypeDefinition,
  change: (keys: readonly string[]) => readonly string[],
): CustomTypeDefinition {
  const { codigo, busca, lista } = definition;
  return {
    ...definition,
    codigo: change(codigo),
    ...(busca && { busca: change(busca) }),
    ...(lista && {
      lista: {
        ...lista,
        ...(lista.colunas && { colunas: change(lista.colunas) }),
        ...(lista.ordenaveis && { ordenaveis: change(lista.ordenaveis) }),
        ...(lista.filtros && { filtros: change(lista.filtros) }),
        ...(lista.ordem !== undefined && { ordem: change([lista.ordem])[0] ?? definition.nome }),
      },
    }),
  };
}

/** Removes a field, or archives it if records may hold values of it; no list refers to it any longer. */
export function withoutTypeField(
  definition: CustomTypeDefinition,
  index: number,
  isPublished: boolean,
): CustomTypeDefinition {
  const key = definition.campos[index]?.chave;
  const { codigo } = definition;
  const left = withNames(definition, (keys) => keys.filter((one) => one !== key));
  return {
    ...left,
    // The identifying fields are kept even if one of them was removed: validation then asks for a replacement.
    codigo,
    campos: isPublished
      ? definition.campos.map((field, at) => (at === index ? { ...field, arquivado: true } : field))
      : definition.campos.filter((_, at) => at !== index),
  };
}

type ListKey = 'colunas' | 'filtros' | 'ordenaveis';

/** The keys shown by the list, as declared or as derived from the fields. */
export function listed(definition: CustomTypeDefinition, key: ListKey): readonly string[] {
  if (key === 'ordenaveis') return definition.lista?.ordenaveis ?? [];
  return definition.lista?.[key] ?? customRecordType(definition).lista[key] ?? [];
}

export function withListed(
  definition: CustomTypeDefinition,
  key: ListKey,
  field: string,
  on: boolean,
): CustomTypeDefinition {
  const rest = listed(definition, key).filter((one) => one !== field);
  return { ...definition, lista: { ...definition.lista, [key]: on ? [...rest, field] : rest } };
}

/** The type with its examples updated to expect the current results, using the same validator as the server. */
export async function withNewResults(content: Content): Promise<Content> {
  const expected = await validatorOf(content);
  const { testes = [] } = contentOf('records', content);
  return { ...content, testes: testes.map((one) => ({ ...one, espera: expected(one.valores) })) };
}

/** The type with one more example: the filled-in data and its current result. */
export async function withNewExample(content: Content, data: Record<string, unknown>): Promise<Content> {
  const expected = await validatorOf(content);
  const { [EXTERNAL_CODES]: _, ...valores } = data;
  const { testes = [] } = contentOf('records', content);
  return { ...content, testes: [...testes, { valores, espera: expected(valores) }] };
}

async function validatorOf(content: Content) {
  const type = customRecordType(contentOf('records', content));
  const { schema, ui } = recordForm(type);
  const form = await call(formRoutes.preview, { body: { schema: { ...schema }, ui: { ...ui } } });
  const { validate } = await loadValidator(form.validador, form.schema);
  return (valores: Readonly<Record<string, unknown>>): CustomExample['espera'] => {
    const record = mergedRecord(type.campos, null, normalizeFields(type.campos, valores));
    const found = errorTexts(form.schema, validate(record));
    const refused = new Set(Object.keys(found).map((pointer) => pointer.split('/')[1] ?? ''));
    return refused.size > 0 ? [...refused].sort().map((campo) => ({ campo })) : 'valido';
  };
}

/** The display name of a definition's key, in the properties and in version comparisons. */
export const wordOf = (key: string): string => upperFirst(customTypeWords.keys[key] ?? key);
