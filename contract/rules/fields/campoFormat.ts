import { call, type Expression, type Literal } from '../../expression/tree.ts';
import { isRecord } from '../jsonRecord.ts';

/** The format of schemas/fields and schemas/records that is written. */
export const CAMPO_FORMAT = 2;

/**
 * The limits that format 1 gave the fields of own record types where they named none. Standard types, which are not files,
 * still name only what differs from them.
 */
export const RECORD_LIMITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  TEXTAREA: { tamanho: 2000 },
  INTEIRO: { minimo: 0, maximo: 2_147_483_647 },
  DECIMAL: { tamanho: 11, casas: 3 },
  DINHEIRO: { tamanho: 11, casas: 4 },
  PERCENTUAL: { tamanho: 11, casas: 3 },
};

type Item = Readonly<Record<string, unknown>>;

/**
 * A definition of fields in the format that is written. In format 1, extra fields and own record types had other limits and
 * other meanings for the same words; format 2 says what a field takes wherever it stands, so what was implied is written out.
 * In both, a field was shown by the values of another one, before conditions were expressions. Everything else, a definition of
 * another kind and a draft in any shape, is returned as it is.
 */
export function inCampoFormat<Content>(content: Content): Content {
  if (!isRecord(content) || !Array.isArray(content.campos)) return content;
  const { campos } = content;
  const isOld = content.formato === 1;
  const ofField = isKey(content.chave) ? ownField : isKey(content.id) ? extraField : null;
  if (!ofField || !(isOld || (content.formato === CAMPO_FORMAT && campos.some(isShownByValues))))
    return content;
  const converted = isOld ? eachField(campos, ofField) : campos;
  return {
    ...content,
    formato: CAMPO_FORMAT,
    campos: eachField(converted, (field) =>
      isShownByValues(field) ? { ...field, visivelSe: byValues(field.visivelSe, campos) } : field,
    ),
  };
}

/** How a field said that it is shown, before conditions were expressions: while another one has, or includes, one of the values. */
interface ByValues {
  campo: string;
  valores: readonly (string | boolean)[];
}

const isShownByValues = (field: unknown): field is Item & { visivelSe: ByValues } =>
  isRecord(field) &&
  isRecord(field.visivelSe) &&
  isKey(field.visivelSe.campo) &&
  Array.isArray(field.visivelSe.valores) &&
  field.visivelSe.valores.every((value) => typeof value === 'string' || typeof value === 'boolean');

/** The same as an expression. A field that depends on no value at all is never shown. */
function byValues({ campo, valores }: ByValues, campos: readonly unknown[]): Expression {
  const on = campos.find((field) => isRecord(field) && field.chave === campo);
  const isMany = isRecord(on) && on.tipo === 'MULTISELECT';
  // It never has a value of another kind.
  const comparedValues = isRecord(on)
    ? valores.filter((value) => (on.tipo === 'CHECKBOX') === (typeof value === 'boolean'))
    : valores;
  const asked = comparedValues.map(
    (value): Literal => (typeof value === 'boolean' ? { logico: value } : { texto: value }),
  );
  const texts = asked.filter((value) => 'texto' in value);
  if (!isMany && texts.length === asked.length && asked.length > 1)
    return call('em', { campo }, { lista: asked });
  const each = asked.map((value) =>
    isMany && 'texto' in value
      ? call('igual', { campo: `${campo}.${value.texto}` }, { logico: true })
      : call('igual', { campo }, value),
  );
  const [only, ...more] = each;
  if (!only) return { logico: false };
  return more.length === 0 ? only : call('alguma', ...each);
}

const eachField = (fields: readonly unknown[], change: (field: Item) => Item): unknown[] =>
  fields.map((field) => (isRecord(field) ? change(field) : field));

function ownField(field: Item): Item {
  const limits = RECORD_LIMITS[String(field.tipo)] ?? {};
  const implied = Object.entries(limits).filter(([key]) => field[key] === undefined);
  return {
    ...field,
    ...Object.fromEntries(implied),
    ...(Array.isArray(field.campos) && { campos: eachField(field.campos, ownField) }),
  };
}

/** The digits of an INTEIRO were its range, a required CHECKBOX had to be ticked, and money always had two places. */
function extraField(field: Item): Item {
  const { tipo, tamanho } = field;
  if (tipo === 'CHECKBOX') return field.obrigatorio === true ? { ...field, marcado: true } : field;
  if (tipo === 'DINHEIRO') return field.casas === undefined ? field : without(field, 'casas');
  if (tipo !== 'INTEIRO' || typeof tamanho !== 'number') return field;
  const most = 10 ** Math.min(tamanho, 15) - 1;
  return { minimo: -most, maximo: most, ...without(field, 'tamanho') };
}

const without = (item: Item, left: string): Item =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key !== left));

const isKey = (value: unknown): value is string => typeof value === 'string';
