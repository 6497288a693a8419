import { pathsOf } from '../../expression/tree.ts';
import { formatPostalCode } from '../contact.ts';
import { decimalPlaces, parseBrazilianDecimal, parseDecimal } from '../decimal.ts';
import { formatDocument, normalizeDocument } from '../documents.ts';
import { formatMoney, formatNumber } from '../format.ts';
import { formatPhone, normalizePhone } from '../phone.ts';
import { formatCalendarDate, isCalendarDate } from '../time/calendarDate.ts';
import { formatInstant } from '../time/instantText.ts';
import { isUnseen } from '../titles.ts';
import { campoTypes, decimalsOf } from './campo.ts';
import { chosenOf, isNamedOption } from './chosenOptions.ts';
import type { ExtraField, ExtraFieldsDefinition } from './extraField.ts';
import { filesHeld, orderedFile } from './fieldFiles.ts';
import { type JudgedField, type JudgedFields, judgedFields, keyOfPath } from './judgedFields.ts';
import type { RecordFacts } from './recordFacts.ts';

/** Values by field key, as stored in records. A value that was not given is absent. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** Restrictions of the reader: people outside the company see and fill in only public fields, and some see no personal ones. */
export interface FieldsReader {
  onlyPublic?: boolean;
  noPersonal?: boolean;
}

export const isReadBy = (
  { publico, pessoal }: Pick<ExtraField, 'publico' | 'pessoal'>,
  { onlyPublic, noPersonal }: FieldsReader,
): boolean => (!onlyPublic || publico === true) && !(noPersonal && pessoal);

/**
 * The fields that a form asks for, grouped, with groups in the order of their first field. What depends on a field that the reader
 * may not see could only be asked wrongly, so it is left as it is.
 */
export function formFields(
  definition: Pick<ExtraFieldsDefinition, 'campos'>,
  reader: FieldsReader = {},
): ExtraField[] {
  const readable = fieldsInUse(definition, reader).filter(({ cadastro }) => cadastro !== null);
  if (!reader.onlyPublic && !reader.noPersonal) return readable;
  const unseen = new Set(
    definition.campos.filter((field) => !isReadBy(field, reader)).map(({ chave }) => chave),
  );
  const asksUnseen = (field: ExtraField) => keysAskedBy(field).some((key) => unseen.has(key));
  for (;;) {
    const found = readable.filter((field) => !unseen.has(field.chave) && asksUnseen(field));
    for (const { chave } of found) unseen.add(chave);
    if (found.length === 0) return readable.filter(({ chave }) => !unseen.has(chave));
  }
}

/** The keys of the fields that a field's conditions and formula read. */
export const keysAskedBy = ({
  visivelSe,
  obrigatorioSe,
  formula,
}: Pick<JudgedField, 'visivelSe' | 'obrigatorioSe' | 'formula'>): string[] =>
  [visivelSe, obrigatorioSe, formula].flatMap((expression) =>
    expression ? pathsOf(expression).map(keyOfPath) : [],
  );

const judgedOf = new WeakMap<readonly ExtraField[], JudgedFields>();

/** What conditions and formulas need to know of the fields in use. */
export function judgedIn({ campos }: Pick<ExtraFieldsDefinition, 'campos'>): JudgedFields {
  const judged = judgedOf.get(campos) ?? judgedByKey(campos);
  judgedOf.set(campos, judged);
  return judged;
}

/** Only what they need: it is sent along with the form. */
export const judgedByKey = (
  campos: readonly (JudgedField & { chave: string; arquivado?: boolean })[],
): JudgedFields =>
  Object.fromEntries(
    campos
      .filter(({ arquivado }) => !arquivado)
      .map(({ chave, tipo, titulo, opcoes, tamanho, casas, visivelSe, obrigatorioSe, formula }) => [
        chave,
        {
          tipo,
          titulo,
          ...(tipo === 'MULTISELECT' && { opcoes: opcoes ?? [] }),
          ...(formula && { formula, ...(tamanho && { tamanho }), ...(casas !== undefined && { casas }) }),
          ...(visivelSe && { visivelSe }),
          ...(obrigatorioSe && { obrigatorioSe }),
        },
      ]),
  );

/** The same, with those that can only be shown. */
export function fieldsInUse(
  { campos }: Pick<ExtraFieldsDefinition, 'campos'>,
  reader: FieldsReader = {},
): ExtraField[] {
  const readable = campos.filter((field) => !field.arquivado && isReadBy(field, reader));
  const groups = [...new Set(readable.map(({ grupo }) => grupo ?? ''))];
  return groups.flatMap((group) => readable.filter(({ grupo }) => (grupo ?? '') === group));
}

/** A stored value converted to the field's current type, if it was stored before the type changed. */
export function presentValue({ tipo }: Pick<ExtraField, 'tipo'>, value: unknown): unknown {
  if (isBlank(value)) return undefined;
  if (tipo === 'MULTISELECT') return chosenOf(value);
  if (tipo === 'ARQUIVO') return Array.isArray(value) ? value.map(orderedFile) : value;
  if (isNamedOption(value)) return value.valor;
  if (campoTypes[tipo].decimal && typeof value === 'number') return String(value);
  if (tipo === 'TELEFONE' && typeof value === 'string') return normalizePhone(value);
  if (campoTypes[tipo].masked && typeof value === 'string') return withoutMask(value);
  return value;
}

/** Strips only a mask; any other character is left for the validator to see. */
export const withoutMask = (text: string): string =>
  /^[0-9A-Za-z\s./-]*$/.test(text) ? normalizeDocument(text) : text;

/** Initial values of a form: the record's values for the fields it asks for. */
export function formValues(
  definition: ExtraFieldsDefinition,
  stored: FieldValues,
  reader: FieldsReader = {},
): Record<string, unknown> {
  return compact(
    formFields(definition, reader).map((field) => [field.chave, presentValue(field, stored[field.chave])]),
  );
}

/** The values as they are stored: trimmed, of the present type of their field, without blanks. */
export function presentValues(
  { campos }: Pick<ExtraFieldsDefinition, 'campos'>,
  given: FieldValues,
): Record<string, unknown> {
  const byKey = new Map(campos.map((field) => [field.chave, field]));
  return compact(
    Object.entries(given).map(([key, value]) => {
      const field = byKey.get(key);
      return [key, field ? presentValue(field, trimmed(value)) : value];
    }),
  );
}

/**
 * The values to keep: without blanks and without fields that their conditions hide, and with what formulas give, whatever was sent
 * for them.
 */
export function visibleValues(
  definition: Pick<ExtraFieldsDefinition, 'campos'>,
  given: FieldValues,
  facts: RecordFacts = {},
): Record<string, unknown> {
  const byKey = new Map(definition.campos.map((field) => [field.chave, field]));
  const values = presentValues(definition, given);
  const judged = judgedFields(judgedIn(definition), values, facts);
  const isKept = (field: ExtraField | undefined) =>
    !field || field.arquivado || (!field.formula && judged.isShown(field.chave));
  return compact([
    ...Object.entries(values).filter(([key]) => isKept(byKey.get(key))),
    ...definition.campos
      .filter(({ chave, formula, arquivado }) => formula && !arquivado && judged.isShown(chave))
      .map(({ chave }) => [chave, judged.resultOf(chave)] as const),
  ]);
}

/**
 * The record's values after a form was saved: fields that the form asks for are replaced, the others (archived fields, fields
 * not shown to this person) are kept.
 */
export function mergedValues(
  definition: ExtraFieldsDefinition,
  stored: FieldValues,
  saved: FieldValues,
  reader: FieldsReader = {},
): Record<string, unknown> {
  const editable = new Set(formFields(definition, reader).map(({ chave }) => chave));
  return compact([
    ...Object.entries(stored).filter(([key]) => !editable.has(key)),
    ...Object.entries(saved).filter(([key]) => editable.has(key)),
  ]);
}

/** Whether two sets of values are equal. */
export const sameValues = (a: FieldValues, b: FieldValues): boolean => changedKeys(a, b).length === 0;

/** The keys whose values differ. */
export function changedKeys(before: FieldValues, after: FieldValues): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

export const onlyKeys = (values: FieldValues, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.flatMap((key) => (key in values ? [[key, values[key]]] : [])));

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && isUnseen(value)) ||
  (Array.isArray(value) && value.length === 0);

const compact = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(entries.filter(([, value]) => !isBlank(value)));

/** A value as display text; '' if there is none. Archived options keep their label; unknown ones show their value. */
export function fieldText(field: ExtraField, stored: unknown): string {
  const value = presentValue(field, stored);
  if (value === undefined) return '';
  switch (field.tipo) {
    case 'SELECT':
    case 'RADIO':
    case 'MULTISELECT':
      return optionNames(field, stored).join(', ');
    case 'CHECKBOX':
      return value === true ? 'Sim' : 'Não';
    case 'DATE':
      return typeof value === 'string' && isCalendarDate(value) ? formatCalendarDate(value) : String(value);
    case 'INSTANTE':
      return formatInstant(String(value));
    case 'TELEFONE':
      return formatPhone(String(value));
    case 'INTEIRO':
    case 'DECIMAL':
    case 'DINHEIRO':
    case 'PERCENTUAL':
      return numberText(field, String(value));
    case 'CPF':
    case 'CNPJ':
    case 'DOCUMENTO':
      return formatDocument(String(value));
    case 'CEP':
      return formatPostalCode(String(value));
    case 'ARQUIVO':
      return filesHeld(value)
        .map(({ nome }) => nome)
        .join(', ');
    default:
      return plainText(value, field.cadastro?.schema.format);
  }
}

/** 'Rota: Sul; Sábado: retirado'. A timeline is read by everybody who sees the record, so that personal values are not in it. */
export const changesText = (
  fields: readonly ExtraField[],
  values: FieldValues,
  keys: readonly string[],
): string =>
  keys
    .map((key) => {
      const field = fields.find(({ chave }) => chave === key);
      const text = field ? fieldText(field, values[key]) : '';
      return `${field?.titulo ?? key}: ${text && field?.pessoal ? 'alterado' : text || 'retirado'}`;
    })
    .join('; ');

const optionNames = ({ opcoes }: ExtraField, stored: unknown): string[] =>
  [stored].flat().flatMap((each) => {
    if (isNamedOption(each)) return [each.rotulo];
    return chosenOf(each).map((value) => opcoes?.find(({ valor }) => valor === value)?.rotulo ?? value);
  });

/** Documents and postal codes are stored without their mask. Files are shown by name, and groups by what is in them. */
function plainText(value: unknown, format?: unknown): string {
  if (Array.isArray(value)) return value.map((each) => plainText(each)).join(', ');
  if (typeof value === 'object' && value !== null) {
    if ('nome' in value && 'mime' in value) return String(value.nome);
    return Object.values(value)
      .map((each) => plainText(each))
      .join(' ');
  }
  const text = String(value);
  if (format === 'cep') return text.replace(/^(\d{5})(\d{3})$/, '$1-$2');
  return format === 'cpf' || format === 'cnpj' || format === 'cpfCnpj' ? formatDocument(text) : text;
}

function numberText(field: ExtraField, text: string): string {
  const value = parseDecimal(text);
  if (value === null) return text;
  if (field.tipo === 'INTEIRO') return formatNumber(value, 0);
  // Decimal places that a stricter rule would no longer accept are still shown.
  const places = Math.max(decimalsOf(field), decimalPlaces(value));
  if (field.tipo === 'PERCENTUAL') return `${formatNumber(value, decimalPlaces(value))}%`;
  return field.tipo === 'DINHEIRO' ? formatMoney(value, places) : formatNumber(value, places);
}

/** A filter of a list as text: `rota:SUL`, `limiteVisitas:1..4`, `retornarEm:2026-11-01..`. */
export type FieldFilterText = string;

export type FieldFilter =
  | { kind: 'VALOR'; key: string; values: string[] }
  | { kind: 'FAIXA'; key: string; from: string; to: string };

const NUMBER = '(-?\\d[\\d.,]*)';

const RANGE_PATTERN = new RegExp(`^${NUMBER}\\s*(?:a|até|-)\\s*${NUMBER}$`, 'i');

const FROM = new RegExp(`^(?:a partir de|desde|de|>=?)\\s*${NUMBER}$`, 'i');

const UNTIL = new RegExp(`^(?:até|<=?)\\s*${NUMBER}$`, 'i');

/** Parses a range, also in the forms that people type: '3', '1 a 4', 'até 4', 'a partir de 2'; an open end is ''. */
export function readSpan(text: string): { from: string; to: string } {
  const typed = text.trim();
  if (typed.includes('..')) {
    const [from = '', to = ''] = typed.split('..', 2);
    return { from: plain(from), to: plain(to) };
  }
  const between = RANGE_PATTERN.exec(typed);
  if (between && !isCalendarDate(typed)) return { from: plain(between[1]), to: plain(between[2]) };
  const from = FROM.exec(typed);
  if (from) return { from: plain(from[1]), to: '' };
  const until = UNTIL.exec(typed);
  return until ? { from: '', to: plain(until[1]) } : { from: plain(typed), to: plain(typed) };
}

/** Converts numbers to their wire format; anything else is returned unchanged. */
const plain = (text = ''): string => parseDecimal(text) ?? parseBrazilianDecimal(text) ?? text;

export const spanText = (from: string, to: string): string => (from || to ? `${from}..${to}` : '');

/**
 * Parses the filters that the fields allow. Several values of one field are alternatives. A text that does not name a
 * filterable field, or a possible value of it, is returned in `refused`.
 */
export function readFieldFilters(
  campos: readonly ExtraField[],
  texts: readonly FieldFilterText[],
): { filters: FieldFilter[]; refused: string[] } {
  const filters: FieldFilter[] = [];
  const refused: string[] = [];
  for (const text of texts) {
    const at = text.indexOf(':');
    const [key, said] = [text.slice(0, at), text.slice(at + 1)];
    const field = campos.find(({ chave, filtravel, arquivado }) => chave === key && filtravel && !arquivado);
    const kind = field && campoTypes[field.tipo].filter;
    if (at < 1 || !said || !field || !kind) refused.push(text);
    else if (kind === 'VALOR') addValue(filters, key, said);
    else if (isSpan(field, said)) filters.push({ kind, key, ...readSpan(said) });
    else refused.push(text);
  }
  return { filters, refused };
}

function addValue(filters: FieldFilter[], key: string, value: string) {
  const filter = filters.find((each) => each.key === key);
  if (filter?.kind === 'VALOR') filter.values.push(value);
  else filters.push({ kind: 'VALOR', key, values: [value] });
}

function isSpan({ tipo }: ExtraField, text: string): boolean {
  const { from, to } = readSpan(text);
  const good = (end: string) =>
    end === '' ||
    (tipo === 'DATE' || tipo === 'INSTANTE'
      ? isCalendarDate(end)
      : end.length <= 24 && parseDecimal(end) !== null);
  return good(from) && good(to) && Boolean(from || to);
}
