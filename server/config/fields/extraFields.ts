import type {
  ExtraField,
  ExtraFieldsDefinition,
  FieldEntity,
} from '../../../contract/rules/fields/fieldSchema.ts';
import { fieldsForm } from '../../../contract/rules/fields/fieldsForm.ts';
import {
  askedFields,
  type FieldsReader,
  type FieldValues,
  fieldText,
  formValues,
  isReadBy,
  keptValues,
  mergedValues,
  sameValues,
} from '../../../contract/rules/fields/fieldValues.ts';
import type { FieldInfo, RecordFields } from '../../../contract/sac/extraFields.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { seesPersonal } from '../../session/personalData.ts';
import { isConsumer } from '../../session/scope.ts';
import { publishedDefinition } from '../definitions/queries.ts';
import { formErrors, validatorAddress } from '../forms/rules.ts';

/** The fields that hold for an entity; `null` where none were ever published. */
export async function extraFieldsOf(
  db: Executor,
  entity: FieldEntity,
): Promise<ExtraFieldsDefinition | null> {
  return (await publishedDefinition<ExtraFieldsDefinition>(db, 'fields', entity))?.content ?? null;
}

/** What somebody reads of the fields that there are. */
export const readerOf = (user: Pick<User, 'type' | 'grants'>): FieldsReader => ({
  onlyPublic: isConsumer(user),
  noPersonal: !seesPersonal(user),
});

/** Those that a person reads: an end consumer only what is public of tickets, and nothing that is kept of customers. */
export async function readableFields(
  db: Executor,
  entity: FieldEntity,
  user: Pick<User, 'type' | 'grants'>,
): Promise<ExtraFieldsDefinition | null> {
  const definition = await extraFieldsOf(db, entity);
  if (!definition || (!isConsumer(user) && seesPersonal(user))) return definition;
  const reader = readerOf(user);
  const none = entity === 'cliente' && isConsumer(user);
  return { ...definition, campos: none ? [] : definition.campos.filter((field) => isReadBy(field, reader)) };
}

/**
 * What is wrong with the values that somebody gives, by key of field; empty when they are good. `before` is what the
 * record holds, `null` for a new one: values that stay as they were are not judged anew, so a new required field
 * breaks no old record.
 */
export async function extraFieldErrors(
  db: Executor,
  entity: FieldEntity,
  values: FieldValues,
  before: FieldValues | null = null,
  reader: FieldsReader = {},
): Promise<Record<string, string>> {
  return (await judgedFields(db, entity, values, before, reader)).errors;
}

interface JudgedFields {
  /** What the record holds from now on: blanks and hidden fields are gone, what was not asked for stays. */
  values: Record<string, unknown>;
  errors: Record<string, string>;
}

/** The same, with what is to be stored. */
export async function judgedFields(
  db: Executor,
  entity: FieldEntity,
  given: FieldValues,
  before: FieldValues | null = null,
  reader: FieldsReader = {},
): Promise<JudgedFields> {
  const definition = (await extraFieldsOf(db, entity)) ?? NO_FIELDS;
  const stored = before ?? {};
  const kept = keptValues(definition, given);
  const values = mergedValues(definition, stored, kept, reader);
  const unknown = unknownErrors(definition, kept, stored, reader);
  if (before && sameValues(values, before)) return { values, errors: unknown };
  const { schema } = fieldsForm(definition, stored, reader);
  return {
    values,
    errors: {
      ...byKey(await formErrors(schema, onlyAsked(definition, kept, reader))),
      ...unknown,
    },
  };
}

const NO_FIELDS: ExtraFieldsDefinition = { formato: 1, id: 'cliente', titulo: '', campos: [] };

const keysOf = (definition: ExtraFieldsDefinition, reader: FieldsReader) =>
  new Set(askedFields(definition, reader).map(({ chave }) => chave));

function onlyAsked(definition: ExtraFieldsDefinition, values: FieldValues, reader: FieldsReader) {
  const asked = keysOf(definition, reader);
  return Object.fromEntries(Object.entries(values).filter(([key]) => asked.has(key)));
}

/** A value for a field that is not asked for is refused, unless it only says again what the record holds. */
function unknownErrors(
  definition: ExtraFieldsDefinition,
  values: FieldValues,
  before: FieldValues,
  reader: FieldsReader,
): Record<string, string> {
  const asked = keysOf(definition, reader);
  return Object.fromEntries(
    Object.keys(values)
      .filter((key) => !asked.has(key) && JSON.stringify(values[key]) !== JSON.stringify(before[key]))
      .map((key) => [key, 'Este campo não existe mais. Recarregue a página.']),
  );
}

/** Errors come by JSON pointer; each field is asked about as a whole. */
const byKey = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors)
      .map(([pointer, text]) => [pointer.split('/')[1] ?? '', text] as const)
      .reverse(),
  );

/** A field as lists need it. */
export const fieldInfo = (field: ExtraField): FieldInfo => ({
  chave: field.chave,
  titulo: field.titulo,
  tipo: field.tipo,
  ajuda: field.ajuda ?? '',
  grupo: field.grupo ?? '',
  obrigatorio: field.obrigatorio ?? false,
  coluna: field.coluna ?? false,
  filtravel: field.filtravel ?? false,
  opcoes: (field.opcoes ?? []).map(({ valor, rotulo, arquivada = false }) => ({ valor, rotulo, arquivada })),
});

/** What the person reads of a record, and the form to change it where they may. */
export async function recordFields(
  db: Executor,
  definition: ExtraFieldsDefinition | null,
  record: { version: number; extraFields: FieldValues },
  { mayChange, ...reader }: FieldsReader & { mayChange: boolean },
): Promise<RecordFields> {
  const { version, extraFields } = record;
  if (!definition) return { versao: version, exibicao: [], podeAlterar: false, valores: {} };
  const { schema, ui } = fieldsForm(definition, extraFields, reader);
  const asks = Object.keys(ui).length > 1;
  return {
    versao: version,
    exibicao: inWords(definition, extraFields, reader),
    podeAlterar: mayChange && asks,
    ...(mayChange && asks && { formulario: { schema, ui, validador: await validatorAddress(db, schema) } }),
    valores: formValues(definition, extraFields, reader),
  };
}

/** Archived fields come last; what nobody filled in is left out of them, and of the others says so. */
function inWords(
  { campos }: ExtraFieldsDefinition,
  values: FieldValues,
  reader: FieldsReader,
): RecordFields['exibicao'] {
  const seen = campos.filter((field) => isReadBy(field, reader));
  const shown = seen.map((field) => ({
    chave: field.chave,
    titulo: field.titulo,
    grupo: field.grupo ?? '',
    texto: fieldText(field, values[field.chave]),
    arquivado: field.arquivado ?? false,
  }));
  return [
    ...shown.filter(({ arquivado }) => !arquivado),
    ...shown.filter(({ arquivado, texto }) => arquivado && texto !== ''),
  ];
}

/** Texts by key of what a list may show as columns; absent where the record says nothing. */
export function columnTexts(
  definition: ExtraFieldsDefinition | null,
  values: FieldValues,
  which: (field: ExtraField) => boolean | undefined = ({ coluna }) => coluna,
): Record<string, string> {
  return Object.fromEntries(
    (definition?.campos ?? [])
      .filter((field) => !field.arquivado && which(field))
      .map((field) => [field.chave, fieldText(field, values[field.chave])] as const)
      .filter(([, text]) => text !== ''),
  );
}
