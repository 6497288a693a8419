import { formRoutes } from '#contract/config/forms.ts';
import {
  type ExtraField,
  type ExtraFieldsDefinition,
  type ExtraFieldType,
  fieldTypes,
} from '#contract/rules/fields/fieldSchema.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { visibleValues } from '#contract/rules/fields/fieldValues.ts';
import { errorTexts } from '#contract/rules/forms/formMessages.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { call } from '#data/call.ts';
import { loadValidator } from '#ui/schemaForm/validatorModule.ts';
import type { Content } from '../editorProps.ts';

/** 'Rota de entrega' → 'rotaDeEntrega', made unique among the taken keys. */
export function keyFrom(title: string, taken: readonly string[]): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
  const joined = words.map((word, index) => (index === 0 ? word : upperFirst(word))).join('');
  const key = (/^[a-z]\w/.test(joined) ? joined : `campo${upperFirst(joined)}`).slice(0, 36);
  return firstFree(key, taken);
}

/** 'Região Sul' → 'REGIAO_SUL'. */
export const optionValueFrom = (label: string, taken: readonly string[]): string =>
  firstFree(
    label
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .toUpperCase()
      .slice(0, 50) || 'OPCAO',
    taken,
  );

function firstFree(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let count = 2; taken.includes(name); count += 1) name = `${wanted}${count}`;
  return name;
}

/** Applies the changes; empty, false and undefined values are removed, as in the definition files. */
export const changedField = (field: ExtraField, changes: Partial<ExtraField>): ExtraField =>
  Object.fromEntries(
    Object.entries({ ...field, ...changes }).filter(
      ([, value]) => value !== undefined && value !== false && value !== '',
    ),
  ) as unknown as ExtraField;

/** The field converted to another type: keys that do not apply to the new type are dropped, and required ones are added. */
export function retyped(field: ExtraField, tipo: ExtraFieldType): ExtraField {
  const { options, number } = fieldTypes[tipo];
  const sized = number === fieldTypes[field.tipo].number && tipo !== 'MULTISELECT';
  return changedField(field, {
    tipo,
    opcoes: options ? (field.opcoes ?? [{ valor: 'OPCAO', rotulo: 'Opção' }]) : undefined,
    tamanho: sized ? field.tamanho : undefined,
    casas: tipo === 'DECIMAL' ? field.casas : undefined,
    minimo: number ? field.minimo : undefined,
    maximo: number ? field.maximo : undefined,
    padrao: undefined,
    filtravel: fieldTypes[tipo].filter === null ? undefined : field.filtravel,
  });
}

/** A field with a new title; its key follows as long as no record can hold a value under it. */
export function withFieldTitle(
  definition: ExtraFieldsDefinition,
  index: number,
  titulo: string,
  isPublished: boolean,
): ExtraFieldsDefinition {
  const field = definition.campos[index];
  if (!field) return definition;
  const named = { ...definition, campos: definition.campos.with(index, { ...field, titulo }) };
  const taken = definition.campos.filter((_, at) => at !== index).map(({ chave }) => chave);
  // A key that was typed by hand is kept.
  const follows = !isPublished && field.chave === keyFrom(field.titulo, taken);
  return follows ? withFieldKey(named, index, keyFrom(titulo, taken)) : named;
}

/** Changes a field's key, along with the fields that depend on it and the examples. */
export function withFieldKey(
  definition: ExtraFieldsDefinition,
  index: number,
  chave: string,
): ExtraFieldsDefinition {
  const old = definition.campos[index]?.chave;
  if (old === undefined || old === chave || chave === '') return definition;
  const follow = (key: string) => (key === old ? chave : key);
  return {
    ...definition,
    campos: definition.campos.map((field, at) => ({
      ...field,
      chave: at === index ? chave : field.chave,
      ...(field.visivelSe && { visivelSe: { ...field.visivelSe, campo: follow(field.visivelSe.campo) } }),
    })),
    ...(definition.testes && {
      testes: definition.testes.map(({ valores, espera }) => ({
        valores: Object.fromEntries(Object.entries(valores).map(([key, value]) => [follow(key), value])),
        espera: Array.isArray(espera) ? espera.map(({ campo }) => ({ campo: follow(campo) })) : espera,
      })),
    }),
  };
}

export const newField = (title: string, taken: readonly string[]): ExtraField => ({
  chave: keyFrom(title, taken),
  titulo: title,
  tipo: 'TEXT',
  coluna: true,
  exportar: true,
});

/** The fields with their examples updated to expect the current results, using the same validator as the server. */
export async function withNewResults(content: Content): Promise<Content> {
  const definition = content as unknown as ExtraFieldsDefinition;
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
