import { evaluator, type Moment, type Value } from '../../expression/evaluate.ts';
import { type Expression, isExpression } from '../../expression/tree.ts';
import { type FieldType, type Kind, type TypeOf, typing } from '../../expression/typing.ts';
import { parseDecimal, roundDecimal } from '../decimal.ts';
import type { ColumnType } from '../reports/report.ts';
import { isCalendarDate } from '../time/calendarDate.ts';
import { isInstantText, withOffset } from '../time/instantText.ts';
import type { TimeZone } from '../time/zonedTime.ts';
import { type Campo, type CampoType, campoTypes, decimalsOf, sizeOf } from './campo.ts';
import { chosenOf } from './chosenOptions.ts';
import { filesHeld } from './fieldFiles.ts';
import { factType, type RecordFacts, zoneOfFacts } from './recordFacts.ts';

/** What others are asked of a field, and what it asks of them: all that conditions and formulas need to know. */
export interface JudgedField
  extends Pick<
    Campo,
    'tipo' | 'titulo' | 'opcoes' | 'tamanho' | 'casas' | 'visivelSe' | 'obrigatorioSe' | 'formula'
  > {
  /** Of a list, the fields of an item, which ask only one another. */
  itens?: JudgedFields;
}

/** By key. Archived fields are no part of them. */
export type JudgedFields = Readonly<Record<string, JudgedField>>;

/** Between a field with several choices and one of them: 'dias.SEGUNDA' says whether it is chosen. */
const CHOSEN = '.';

const COLUMN_TYPES: Partial<Record<CampoType, ColumnType>> = {
  INTEIRO: 'INTEIRO',
  DECIMAL: 'DECIMAL',
  DINHEIRO: 'DINHEIRO',
  PERCENTUAL: 'PERCENTUAL',
  DATE: 'DATA',
  INSTANTE: 'DATAHORA',
  CHECKBOX: 'LOGICO',
  // Of files it is asked how many there are.
  ARQUIVO: 'INTEIRO',
};

/** The paths that a field is read by, each with its type. A list of items is not read. */
export function pathsOfField(chave: string, field: JudgedField): (FieldType & { path: string })[] {
  const { tipo, titulo, opcoes = [] } = field;
  if (tipo === 'LISTA') return [];
  const own = {
    path: chave,
    titulo: tipo === 'ARQUIVO' ? `${titulo} › Quantos arquivos` : titulo,
    tipo: COLUMN_TYPES[tipo] ?? 'TEXTO',
  };
  if (tipo !== 'MULTISELECT') return [own];
  return [
    own,
    ...opcoes.map(({ valor, rotulo }) => ({
      path: chave + CHOSEN + valor,
      titulo: `${titulo} › ${rotulo}`,
      tipo: 'LOGICO' as const,
    })),
  ];
}

/** The key of the field that a path belongs to. */
export const keyOfPath = (path: string): string => path.split(CHOSEN, 1)[0] ?? path;

/** What expressions over the fields of a form may read, with what is known of the record that the form belongs to. */
export const judgedTypes =
  (fields: JudgedFields): TypeOf =>
  (path) => {
    const fact = factType(path);
    if (fact) return fact;
    const key = keyOfPath(path);
    const field = fieldOf(fields, key);
    return field && pathsOfField(key, field).find((each) => each.path === path);
  };

/** A form's schema is data: a field in it may be anything, and then it is none. */
function fieldOf(fields: JudgedFields, key: string): JudgedField | undefined {
  const field: unknown = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (typeof field !== 'object' || field === null) return undefined;
  const { tipo, opcoes = [] } = field as Partial<JudgedField>;
  const isKnown = typeof tipo === 'string' && Object.hasOwn(campoTypes, tipo) && Array.isArray(opcoes);
  return isKnown && opcoes.every((option) => typeof option?.valor === 'string')
    ? (field as JudgedField)
    : undefined;
}

/** The keys of the fields that are calculated. */
export const calculatedIn = (fields: unknown): string[] =>
  typeof fields === 'object' && fields !== null
    ? Object.keys(fields).filter((key) => fieldOf(fields as JudgedFields, key)?.formula !== undefined)
    : [];

/** The judgement of all fields of a form with some values. */
export interface Judgement {
  isShown: (key: string) => boolean;
  /** Whether it has to be filled in because of others; of a field that is not shown nothing is demanded. */
  isDemanded: (key: string) => boolean;
  /** The result of a field with a formula, as it is stored; undefined if it is empty. */
  resultOf: (key: string) => unknown;
}

/** Results by expression: definitions are never changed in place, and a form judges at every letter. */
type Judge = (read: (path: string) => Value, moment: Moment) => Value;
const judges = new WeakMap<JudgedFields, Map<Expression, Judge>>();

const NOTHING: Judge = () => null;

/** What cannot be typed is never run: it is empty. */
function judgeOf(fields: JudgedFields, expression: Expression): Judge {
  const judgesOfFields = judges.get(fields) ?? new Map<Expression, Judge>();
  judges.set(fields, judgesOfFields);
  const found = judgesOfFields.get(expression);
  if (found) return found;
  const { typed } = isExpression(expression) ? typing(expression, judgedTypes(fields)) : { typed: null };
  const judge = typed ? evaluator(typed) : NOTHING;
  judgesOfFields.set(expression, judge);
  return judge;
}

const presentMoment = (facts: RecordFacts): Moment => ({
  now: new Date().toISOString(),
  zone: zoneOfFacts(facts),
});

/**
 * Forms and the server judge by this one function. A field that is not shown is empty for the others, whatever was typed before,
 * and so is one that waits for itself in a circle.
 */
export function judgedFields(
  fields: JudgedFields,
  values: Readonly<Record<string, unknown>>,
  facts: RecordFacts = {},
  moment = presentMoment(facts),
): Judgement {
  const shown = new Map<string, boolean>();
  const results = new Map<string, Value>();
  const open = new Set<string>();
  const own = (key: string) => fieldOf(fields, key);

  const judge = (expression: Expression): Value => judgeOf(fields, expression)(read, moment);

  function once<T>(known: Map<string, T>, key: string, name: string, unknown: T, work: () => T): T {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (open.has(name)) return unknown;
    open.add(name);
    const result = work();
    open.delete(name);
    known.set(key, result);
    return result;
  }

  function isShown(key: string): boolean {
    const condition = own(key)?.visivelSe;
    return !condition || once(shown, key, `? ${key}`, false, () => judge(condition) === true);
  }

  function resultOf(key: string): Value {
    const field = own(key);
    const { formula } = field ?? {};
    if (!field || !formula) return null;
    return once(results, key, `= ${key}`, null, () => fitted(field, judge(formula)));
  }

  function read(path: string): Value {
    if (factType(path)) return facts[path] ?? null;
    const key = keyOfPath(path);
    const field = own(key);
    if (!field || !isShown(key)) return null;
    if (field.formula) return resultOf(key);
    if (path !== key) return chosenOf(values[key]).includes(path.slice(key.length + 1));
    return heldValue(field, values[key], moment.zone);
  }

  return {
    isShown,
    isDemanded: (key) => {
      const condition = own(key)?.obrigatorioSe;
      return condition !== undefined && isShown(key) && judge(condition) === true;
    },
    resultOf: (key) => storedResult(own(key), resultOf(key)),
  };
}

/** A stored or typed value as expressions read it; what the field could not hold is empty. */
function heldValue({ tipo }: JudgedField, value: unknown, zone: TimeZone): Value {
  if (value === undefined || value === null) return null;
  if (tipo === 'CHECKBOX') return typeof value === 'boolean' ? value : null;
  if (tipo === 'ARQUIVO') return String(filesHeld(value).length || '') || null;
  if (campoTypes[tipo].number)
    return typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : null;
  if (tipo === 'DATE') return typeof value === 'string' && isCalendarDate(value) ? value : null;
  if (tipo === 'INSTANTE')
    return typeof value === 'string' && isInstantText(value) ? withOffset(value, zone) : null;
  return chosenOf(value).join(', ').trim() || null;
}

/** The result in the places and characters of its field. */
function fitted(field: JudgedField, value: Value): Value {
  if (typeof value !== 'string') return value;
  if (campoTypes[field.tipo].number) {
    const number = parseDecimal(value);
    return number === null ? null : roundDecimal(number, decimalsOf(field));
  }
  return field.tipo === 'DATE' || field.tipo === 'INSTANTE'
    ? value
    : [...value].slice(0, sizeOf(field)).join('').trim();
}

function storedResult(field: JudgedField | undefined, value: Value): unknown {
  if (value === null || value === '') return undefined;
  return field?.tipo === 'INTEIRO' ? Number(value) : value;
}

/** The kind of values that a field holds; `undefined` for a list of items. */
export const kindOf = ({ tipo }: Pick<Campo, 'tipo'>): Kind | undefined => {
  if (campoTypes[tipo].number || tipo === 'ARQUIVO') return 'NUMERO';
  if (tipo === 'DATE') return 'DATA';
  if (tipo === 'INSTANTE') return 'MOMENTO';
  if (tipo === 'CHECKBOX') return 'LOGICO';
  return tipo === 'LISTA' ? undefined : 'TEXTO';
};

/** The type of field that holds a result. A place without percentages keeps them as numbers. */
export function typeOfResult(tipo: ColumnType, types: readonly CampoType[]): CampoType | null {
  const found = RESULT_TYPES[tipo];
  return found && !types.includes(found) ? 'DECIMAL' : (found ?? null);
}

const RESULT_TYPES: Partial<Record<ColumnType, CampoType>> = {
  INTEIRO: 'INTEIRO',
  DECIMAL: 'DECIMAL',
  DINHEIRO: 'DINHEIRO',
  PERCENTUAL: 'PERCENTUAL',
  TEXTO: 'TEXT',
  DATA: 'DATE',
  DATAHORA: 'INSTANTE',
  LOGICO: 'CHECKBOX',
};

/** The fields of an item of a list. */
export const fieldsOfItem = (fields: JudgedFields, list: string): JudgedFields =>
  fieldOf(fields, list)?.itens ?? {};

/** Whether any of the fields, or of those of an item, depends on others. */
export const areJudged = (fields: JudgedFields): boolean =>
  Object.values(fields).some(
    ({ visivelSe, obrigatorioSe, formula, itens }) => visivelSe ?? obrigatorioSe ?? formula ?? itens,
  );
