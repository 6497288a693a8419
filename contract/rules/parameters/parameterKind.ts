import { iconNames, isValueOf, paletteKeys, rowOf } from '../../catalogs/catalog.ts';
import { codesProblem } from '../../catalogs/cfop.ts';
import {
  customizedStatuses,
  type OwnStatuses,
  orderStatus,
  statusNames,
} from '../../catalogs/orderStatus.ts';
import { inStandardWords } from '../../words/words.ts';
import { isMailAddress } from '../contact.ts';
import { compareDecimals, decimalPlaces, parseDecimal } from '../decimal.ts';
import type { JsonSchema } from '../definitions/definition.ts';
import { numberText } from '../format.ts';
import { isRecord } from '../jsonRecord.ts';
import { unitPriceText } from '../orders/unitPrice.ts';
import { firstOfList } from '../text.ts';
import { formatCalendarDate, isCalendarDate } from '../time/calendarDate.ts';
import { presentWorkWeek, workHoursProblem, workHoursText } from '../time/workWeek.ts';

/**
 * The values that a parameter may have. Both sides validate with it: the field in the browser and the write on the server.
 */
export type ParameterKind =
  | { tipo: 'INTEIRO'; minimo: number; maximo: number }
  /** Exact decimal, stored as text with a point. */
  | { tipo: 'DECIMAL'; minimo: string; maximo: string; casas: number }
  | { tipo: 'SIM_NAO' }
  | { tipo: 'TEXTO'; maximo: number; formato?: 'EMAIL' | 'CFOPS' | 'COR' }
  | { tipo: 'ESCOLHA'; opcoes: readonly { valor: string; rotulo: string }[] }
  /** Days `YYYY-MM-DD`. */
  | { tipo: 'DIAS'; maximo: number }
  /** `{ semana }`, the spans of each weekday (contract/rules/time/workWeek.ts). */
  | { tipo: 'EXPEDIENTE' }
  /** A boolean for each name in the schema, or texts and numbers; names that are not in the schema are rejected. */
  | { tipo: 'OBJETO'; schema: JsonSchema }
  /** Label, colour and icon of each status of quotes and orders (contract/catalogs/orderStatus.ts). */
  | { tipo: 'SITUACOES'; maximo: number };

/** The groups on the screen, in order. */
export const PARAMETER_GROUPS = [
  'Empresa e sessão',
  'Marca',
  'Tickets',
  'E-mails',
  'Prazos e expediente',
  'Cadastro de clientes',
  'Orçamentos e pedidos',
  'Frete e entrega',
  'Call-center',
  'Força de vendas',
  'Números e valores',
  'Listas e arquivos',
  'Publicação',
  'Integração',
  'Guarda de registros',
] as const;
export type ParameterGroup = (typeof PARAMETER_GROUPS)[number];

/** Whether two JSON values are equal, regardless of key order. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        sameValue(one[key as keyof typeof one], other[key as keyof typeof other]),
    )
  );
}

/** A stored or sent value in the shape of today: one of an older version means what it meant. */
export const presentValue = (kind: ParameterKind, value: unknown): unknown =>
  kind.tipo === 'EXPEDIENTE' ? presentWorkWeek(value) : value;

/** What is wrong with a value to be stored, as one sentence; `null` when it is valid for the kind. */
export function parameterProblem(kind: ParameterKind, value: unknown): string | null {
  switch (kind.tipo) {
    case 'INTEIRO':
      return integerProblem(kind, value);
    case 'DECIMAL':
      return decimalProblem(kind, value);
    case 'SIM_NAO':
      return typeof value === 'boolean' ? null : 'Escolha sim ou não.';
    case 'TEXTO':
      return textProblem(kind, value);
    case 'ESCOLHA':
      return kind.opcoes.some(({ valor }) => valor === value) ? null : 'Escolha uma das opções.';
    case 'DIAS':
      return daysProblem(kind, value);
    case 'EXPEDIENTE':
      return workHoursProblem(value);
    case 'OBJETO':
      return objectProblem(kind, value);
    case 'SITUACOES':
      return statusesProblem(value, kind.maximo);
  }
}

type KindOf<T extends ParameterKind['tipo']> = Extract<ParameterKind, { tipo: T }>;

function integerProblem({ minimo, maximo }: KindOf<'INTEIRO'>, value: unknown) {
  const isInteger = typeof value === 'number' && Number.isInteger(value);
  return isInteger && value >= minimo && value <= maximo
    ? null
    : `Informe um número inteiro de ${numberText(minimo)} a ${numberText(maximo)}.`;
}

function decimalProblem({ minimo, maximo, casas }: KindOf<'DECIMAL'>, value: unknown) {
  const decimal = typeof value === 'string' ? parseDecimal(value) : null;
  if (decimal === null || compareDecimals(decimal, minimo) < 0 || compareDecimals(decimal, maximo) > 0)
    return `Informe um número de ${numberText(minimo)} a ${numberText(maximo)}.`;
  return decimalPlaces(decimal) <= casas ? null : `Informe no máximo ${casas} casas decimais.`;
}

function textProblem({ maximo, formato }: KindOf<'TEXTO'>, value: unknown) {
  if (typeof value !== 'string' || value.trim() === '') return 'Escreva um texto.';
  if (formato === 'EMAIL' && !isMailAddress(value))
    return 'Escreva um endereço de e-mail, por exemplo atendimento@suaempresa.com.br.';
  if (formato === 'COR' && !isColor(value)) return 'Escreva a cor como #RRGGBB, por exemplo #1F6FEB.';
  const wrongCodes = formato === 'CFOPS' ? codesProblem(value) : null;
  if (wrongCodes) return wrongCodes;
  return value.length <= maximo ? null : `Use no máximo ${maximo} caracteres.`;
}

/** `#RRGGBB`. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

function daysProblem({ maximo }: KindOf<'DIAS'>, value: unknown) {
  if (!Array.isArray(value) || !value.every((day) => typeof day === 'string' && isCalendarDate(day)))
    return 'Informe os dias como DD/MM/AAAA.';
  if (new Set(value).size < value.length) return 'O mesmo dia está na lista mais de uma vez.';
  return value.length <= maximo ? null : `Informe no máximo ${maximo} dias.`;
}

/** Validates the flat subset of JSON Schema that parameters use: named properties, each of a simple type. */
function objectProblem({ schema }: KindOf<'OBJETO'>, value: unknown) {
  if (!isRecord(value)) return 'Preencha os campos.';
  const properties = objectProperties(schema);
  for (const [name, given] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) return `O campo "${name.slice(0, 40)}" não existe.`;
    if (typeof given !== property.type) return `O campo "${property.title}" tem um valor de outro tipo.`;
  }
  return null;
}

interface ObjectProperty {
  type: 'boolean' | 'string' | 'number';
  title: string;
}

/** The named properties of an object parameter. */
export const objectProperties = (schema: KindOf<'OBJETO'>['schema']): Record<string, ObjectProperty> =>
  (schema as { properties?: Record<string, ObjectProperty> }).properties ?? {};

/** What is wrong with a company's customised statuses, as one sentence; `null` when they may be stored. */
function statusesProblem(value: unknown, longest: number): string | null {
  if (!isRecord(value)) return 'Preencha os campos.';
  for (const [status, entry] of Object.entries(value)) {
    if (!isValueOf(orderStatus, status)) return `A situação "${status.slice(0, 40)}" não existe.`;
    const problem = statusProblem(entry, longest);
    if (problem) return `${inStandardWords(() => rowOf(orderStatus, status).label)}: ${problem}`;
  }
  return null;
}

function statusProblem(entry: unknown, longest: number): string | null {
  const parts: unknown = typeof entry === 'string' ? { rotulo: entry } : entry;
  if (!isRecord(parts)) return 'informe nome, cor e ícone.';
  for (const [part, given] of Object.entries(parts)) {
    const problem = partProblem(part, given, longest);
    if (problem) return problem;
  }
  return null;
}

function partProblem(part: string, given: unknown, longest: number): string | null {
  switch (part) {
    case 'rotulo':
      return typeof given === 'string' && given.length <= longest
        ? null
        : `escreva um nome de até ${longest} caracteres.`;
    case 'cor':
      return paletteKeys.some((key) => key === given) ? null : 'escolha uma cor da lista.';
    case 'icone':
      return iconNames.some((name) => name === given) ? null : 'escolha um ícone da lista.';
    default:
      return `o campo "${part.slice(0, 40)}" não existe.`;
  }
}

/** A value as display text: "90 dias", "seg a sex, 08:00 às 18:00". */
export function parameterText(kind: ParameterKind, value: unknown, unit = ''): string {
  if (value === null || value === undefined) return 'sem valor';
  if (parameterProblem(kind, value) !== null) return JSON.stringify(value);
  switch (kind.tipo) {
    case 'INTEIRO':
    case 'DECIMAL':
      return figureText(value as number | string, unit);
    case 'SIM_NAO':
      return value ? 'Sim' : 'Não';
    case 'TEXTO':
      return String(value);
    case 'ESCOLHA':
      return kind.opcoes.find(({ valor }) => valor === value)?.rotulo ?? String(value);
    case 'DIAS':
      return daysText(value as string[]);
    case 'EXPEDIENTE':
      return workHoursText(value);
    case 'OBJETO':
      return objectText(kind, value as Record<string, unknown>);
    case 'SITUACOES':
      return statusesText(value as OwnStatuses);
  }
}

/** Money as everywhere, with two decimals or all that it has; other figures with their unit: '90 dias', '1 dia'. */
function figureText(value: number | string, unit: string): string {
  const text = numberText(value);
  const amount = unit === 'R$' ? parseDecimal(String(value)) : null;
  if (amount !== null) return unitPriceText(amount);
  return unit ? `${text} ${text === '1' ? unit.replace(/s$/, '') : unit}` : text;
}

function daysText(days: readonly string[]): string {
  if (days.length === 0) return 'nenhum dia';
  return firstOfList(days.map(formatCalendarDate), 3);
}

function objectText(kind: Extract<ParameterKind, { tipo: 'OBJETO' }>, value: Record<string, unknown>) {
  const properties = objectProperties(kind.schema);
  return Object.entries(properties)
    .map(([name, { title }]) => `${title}: ${wordOf(value[name])}`)
    .join(' · ');
}

/** Lists only the differences, by the standard names; a colour or icon is not described in words. */
function statusesText(statuses: OwnStatuses): string {
  const own = customizedStatuses(statuses);
  const names = statusNames(statuses);
  const changed = orderStatus.flatMap((row, i) => {
    const now = own[i] ?? row;
    const parts = [
      ...(names[row.value] === undefined ? [] : [`"${names[row.value]}"`]),
      ...(now.color === row.color ? [] : ['outra cor']),
      ...(now.icon === row.icon ? [] : ['outro ícone']),
    ];
    return parts.length > 0 ? [`${inStandardWords(() => row.label)}: ${parts.join(', ')}`] : [];
  });
  return changed.join(' · ') || 'como no padrão';
}

const wordOf = (value: unknown) =>
  value === true ? 'sim' : value === false ? 'não' : String(value ?? 'sem valor');
