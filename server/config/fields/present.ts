import type { ExtraField, ExtraFieldsDefinition } from '../../../contract/rules/fields/extraFields.ts';
import { fieldsForm } from '../../../contract/rules/fields/fieldsForm.ts';
import {
  type FieldsReader,
  type FieldValues,
  fieldText,
  formValues,
  isReadBy,
} from '../../../contract/rules/fields/fieldValues.ts';
import type { FieldInfo, RecordFields } from '../../../contract/sac/extraFields.ts';
import type { Executor } from '../../db/client.ts';
import { validatorAddress } from '../forms/rules.ts';

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
