import { keysAskedBy } from '../../rules/fields/fieldValues.ts';
import { areJudged, type JudgedFields, judgedFields } from '../../rules/fields/judgedFields.ts';
import type { RecordFields, RecordValue } from './recordField.ts';

const NOTHING: JudgedFields = {};
const judgedOf = new WeakMap<RecordFields, JudgedFields>();

/** What the conditions and formulas of a type are about; empty if it has none, as all standard types. */
export function judgedIn(fields: RecordFields): JudgedFields {
  const judged = judgedOf.get(fields) ?? judgedFieldsOf(fields);
  judgedOf.set(fields, judged);
  return judged;
}

function judgedFieldsOf(fields: RecordFields): JudgedFields {
  const judged = Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const { tipo, titulo, tamanho, casas, visivelSe, obrigatorioSe, formula, campos = {} } = field;
      if (tipo === 'GRUPO') return [];
      const itens = tipo === 'LISTA' ? judgedIn(campos) : NOTHING;
      const judgedField = {
        ...{ tipo, titulo },
        ...(formula && { formula, ...(tamanho && { tamanho }), ...(casas !== undefined && { casas }) }),
        ...(visivelSe && { visivelSe }),
        ...(obrigatorioSe && { obrigatorioSe }),
        ...(itens !== NOTHING && { itens }),
      };
      return [[key, judgedField] as const];
    }),
  );
  return areJudged(judged) ? judged : NOTHING;
}

/** The record without the fields that their conditions hide, and with what formulas give. */
export function judgedRecord(
  fields: RecordFields,
  record: Record<string, RecordValue>,
): Record<string, RecordValue> {
  const judged = judgedIn(fields);
  if (judged === NOTHING) return record;
  const { isShown, resultOf } = judgedFields(judged, record);
  const judgedEntries = Object.entries(record).flatMap(([key, value]) => {
    if (!Object.hasOwn(judged, key)) return [[key, value] as const];
    if (!isShown(key) || judged[key]?.formula) return [];
    return [[key, judged[key]?.itens ? judgedItems(fields[key]?.campos ?? {}, value) : value] as const];
  });
  const results = Object.entries(judged).flatMap(([key, { formula }]) => {
    const result = formula && isShown(key) ? resultOf(key) : undefined;
    return result === undefined ? [] : [[key, result] as const];
  });
  return Object.fromEntries([...judgedEntries, ...results]);
}

/** Each item is judged by itself; what is no item is left for the schema to refuse. */
const judgedItems = (fields: RecordFields, value: RecordValue): RecordValue =>
  Array.isArray(value) ? value.map((item) => (isItem(item) ? judgedRecord(fields, item) : item)) : value;

const isItem = (value: RecordValue): value is Record<string, RecordValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that may be shown or demanded anew where these have changed, with these. */
export function withDependents(fields: RecordFields, changed: ReadonlySet<string>): ReadonlySet<string> {
  const judged = Object.entries(judgedIn(fields));
  const found = new Set(changed);
  for (let sizeBefore = -1; sizeBefore < found.size; ) {
    sizeBefore = found.size;
    for (const [key, field] of judged)
      if (keysAskedBy(field).some((asked) => found.has(asked))) found.add(key);
  }
  return found;
}
