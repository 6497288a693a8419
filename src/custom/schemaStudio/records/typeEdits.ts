import { formRoutes } from '#contract/config/forms.ts';
import {
  CUSTOM_FIELD_TYPES,
  type CustomExample,
  type CustomField,
  type CustomTypeDefinition,
  customRecordType,
} from '#contract/records/customType.ts';
import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import { mergedRecord, normalizeFields } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordFieldType } from '#contract/records/fields/recordField.ts';
import { EXTERNAL_CODES } from '#contract/records/recordType.ts';
import { errorTexts } from '#contract/rules/forms/formMessages.ts';
import { pluralOf } from '#contract/rules/portugueseNouns.ts';
import { customTypeWords } from '#contract/rules/records/customTypeChanges.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { call } from '#data/call.ts';
import { loadValidator } from '#ui/schemaForm/validatorModule.ts';
import type { Content } from '../editorProps.ts';
import { keyFrom } from '../fields/fieldEdits.ts';

export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

export const fieldTypeNames: Readonly<Record<CustomFieldType, string>> = {
  TEXT: 'Texto',
  TEXTAREA: 'Texto longo',
  INTEIRO: 'Número inteiro',
  DECIMAL: 'Número com casas',
  DINHEIRO: 'Dinheiro',
  PERCENTUAL: 'Percentual',
  DATE: 'Data',
  SELECT: 'Escolha',
  CHECKBOX: 'Sim ou não',
  EMAIL: 'E-mail',
  TELEFONE: 'Telefone',
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  DOCUMENTO: 'CPF ou CNPJ',
  CEP: 'CEP',
  CHAVE_NFE: 'Chave de NF-e',
  REFERENCIA: 'Referência a um cadastro',
  LISTA: 'Lista de itens',
};

export const typeName = (tipo: RecordFieldType): string =>
  (CUSTOM_FIELD_TYPES as readonly string[]).includes(tipo) ? fieldTypeNames[tipo as CustomFieldType] : tipo;

type Titles = CustomTypeDefinition['titulo'];

/** Another singular; the plural follows it unless it was written by hand. */
export const renamed = (titulo: Titles, um: string): Titles => ({
  ...titulo,
  um,
  muitos: titulo.muitos === '' || titulo.muitos === pluralOf(titulo.um) ? pluralOf(um) : titulo.muitos,
});

/** Applies the changes; empty and undefined values are removed, and so is false, except as a field's default value. */
export const changedTypeField = (field: CustomField, changes: Partial<CustomField>): CustomField =>
  Object.fromEntries(
    Object.entries({ ...field, ...changes }).filter(
      ([key, value]) => value !== undefined && value !== '' && (value !== false || key === 'padrao'),
    ),
  ) as unknown as CustomField;

const SIZED: ReadonlySet<string> = new Set(['TEXT', 'TEXTAREA', 'EMAIL']);
const NUMBERS: ReadonlySet<string> = new Set(['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);

/** The field converted to another type: keys that do not apply to the new type are dropped, and required ones are added. */
export function retypedField(field: CustomField, tipo: CustomFieldType): CustomField {
  const number = NUMBERS.has(tipo);
  const isList = tipo === 'LISTA';
  return changedTypeField(field, {
    tipo,
    opcoes: tipo === 'SELECT' ? (field.opcoes ?? [{ valor: 'OPCAO', rotulo: 'Opção' }]) : undefined,
    referencia: tipo === 'REFERENCIA' ? (field.referencia ?? 'clientes') : undefined,
    campos: isList ? (field.campos ?? [ITEM_FIELD]) : undefined,
    codigo: isList ? (field.codigo ?? [ITEM_FIELD.chave]) : undefined,
    item: isList ? (field.item ?? 'Item') : undefined,
    emColunas: isList ? field.emColunas : undefined,
    tamanho: SIZED.has(tipo) && SIZED.has(field.tipo) ? field.tamanho : undefined,
    casas: number && tipo !== 'INTEIRO' ? field.casas : undefined,
    minimo: number ? field.minimo : undefined,
    maximo: number ? field.maximo : undefined,
    expressao: tipo === 'TEXT' ? field.expressao : undefined,
    expressaoMensagem: tipo === 'TEXT' ? field.expressaoMensagem : undefined,
    padrao: undefined,
  });
}

const ITEM_FIELD: CustomField = { chave: 'descricao', titulo: 'Descrição', tipo: 'TEXT', obrigatorio: true };

export const newTypeField = (title: string, taken: readonly string[]): CustomField => ({
  chave: keyFrom(title, taken),
  titulo: title,
  tipo: 'TEXT',
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
  return {
    ...withNames(definition, (keys) => keys.map(follow)),
    nome: follow(definition.nome),
    ...(definition.situacao !== undefined && { situacao: follow(definition.situacao) }),
    campos: definition.campos.map((field, at) => (at === index ? { ...field, chave } : field)),
    ...(definition.testes && {
      testes: definition.testes.map(({ valores, espera }) => ({
        valores: Object.fromEntries(Object.entries(valores).map(([key, value]) => [follow(key), value])),
        espera: espera === 'valido' ? espera : espera.map(({ campo }) => ({ campo: follow(campo) })),
      })),
    }),
  };
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

/** A field with a new title; its key follows as long as no record can hold a value under it. */
export function withTypeFieldTitle(
  definition: CustomTypeDefinition,
  index: number,
  titulo: string,
  isPublished: boolean,
): CustomTypeDefinition {
  const field = definition.campos[index];
  if (!field) return definition;
  const named = {
    ...definition,
    campos: definition.campos.map((one, at) => (at === index ? { ...one, titulo } : one)),
  };
  const taken = definition.campos.filter((_, at) => at !== index).map(({ chave }) => chave);
  // A key that was typed by hand is kept.
  const follows = !isPublished && field.chave === keyFrom(field.titulo, taken);
  return follows ? withTypeFieldKey(named, index, keyFrom(titulo, taken)) : named;
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

const asType = (content: Content) => content as unknown as CustomTypeDefinition;

/** The type with its examples updated to expect the current results, using the same validator as the server. */
export async function withNewResults(content: Content): Promise<Content> {
  const expected = await validatorOf(content);
  const { testes = [] } = asType(content);
  return { ...content, testes: testes.map((one) => ({ ...one, espera: expected(one.valores) })) };
}

/** The type with one more example: the filled-in data and its current result. */
export async function withNewExample(content: Content, data: Record<string, unknown>): Promise<Content> {
  const expected = await validatorOf(content);
  const { [EXTERNAL_CODES]: _, ...valores } = data;
  const { testes = [] } = asType(content);
  return { ...content, testes: [...testes, { valores, espera: expected(valores) }] };
}

async function validatorOf(content: Content) {
  const type = customRecordType(asType(content));
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
