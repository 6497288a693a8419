import type { Operation } from '#contract/expression/operations.ts';
import { daysFromToday } from '#contract/expression/sentence.ts';
import { argumentsOf, call, type Expression, type Literal } from '#contract/expression/tree.ts';
import { type FieldType, KINDS, type Kind } from '#contract/expression/typing.ts';
import type { FileProblem } from '#contract/rules/problem.ts';

/**
 * What a field is asked, in the words of its kind. `preenchido` is the opposite of `vazio`; `proximos` and `ultimos` ask for the
 * days from today on, or up to it.
 */
export type Question =
  | 'sim'
  | 'nao'
  | 'preenchido'
  | 'proximos'
  | 'ultimos'
  | Extract<
      Operation,
      | 'igual'
      | 'diferente'
      | 'maior'
      | 'maior_igual'
      | 'menor'
      | 'menor_igual'
      | 'entre'
      | 'em'
      | 'contem'
      | 'comeca_com'
      | 'vazio'
    >;

type Asked = readonly (readonly [question: Question, label: string])[];

const EMPTY: Asked = [
  ['vazio', 'está vazio'],
  ['preenchido', 'está preenchido'],
];
const DAYS: Asked = [
  ['igual', 'é em'],
  ['maior_igual', 'é a partir de'],
  ['menor_igual', 'é até'],
  ['maior', 'é depois de'],
  ['menor', 'é antes de'],
  ['entre', 'está entre'],
  ['proximos', 'é nos próximos dias'],
  ['ultimos', 'é nos últimos dias'],
  ...EMPTY,
];

/** The questions of each kind, the usual one first. */
export const QUESTIONS: Readonly<Record<Kind, Asked>> = {
  NUMERO: [
    ['maior', 'é maior que'],
    ['maior_igual', 'é pelo menos'],
    ['menor', 'é menor que'],
    ['menor_igual', 'é no máximo'],
    ['entre', 'está entre'],
    ['igual', 'é igual a'],
    ['diferente', 'é diferente de'],
    ...EMPTY,
  ],
  TEXTO: [
    ['igual', 'é igual a'],
    ['diferente', 'é diferente de'],
    ['em', 'é um de'],
    ['contem', 'contém'],
    ['comeca_com', 'começa com'],
    ...EMPTY,
  ],
  DATA: DAYS,
  MOMENTO: DAYS,
  LOGICO: [
    ['sim', 'sim'],
    ['nao', 'não'],
  ],
};

/** A field whose values are chosen from a list. */
export type Listed = Pick<FieldType, 'opcoes' | 'origem'>;
type Questioned = Pick<FieldType, 'tipo'> & Listed & { questions?: ReadonlySet<string> };
const isListed = ({ opcoes, origem }: Listed): boolean => opcoes !== undefined || origem !== undefined;

const AMONG: Asked = [
  ['em', 'é um de'],
  ['igual', 'é igual a'],
  ['diferente', 'é diferente de'],
];

/** The questions that a field is asked: where its values are known, first which of them. */
export function questionsOf(field: Questioned): Asked {
  const usual = QUESTIONS[KINDS[field.tipo]];
  const all = isListed(field)
    ? [...AMONG, ...usual.filter(([question]) => !AMONG.some(([first]) => first === question))]
    : usual;
  return field.questions ? all.filter(([question]) => field.questions?.has(question)) : all;
}

/** A part of a condition as it is chosen: a field, what it is asked, and the written values. */
export interface Comparison {
  path: string;
  question: Question;
  values: readonly Expression[];
}

const isValue = (node: Expression | undefined): node is Literal =>
  node !== undefined && !('campo' in node) && !('lista' in node) && !('faz' in node);

/**
 * A question that fields of the kind are asked, with values that their controls show; null for anything else, which is edited as
 * text. So no control changes what it does not show.
 */
export function comparisonOf(node: Expression, field: Questioned): Comparison | null {
  const read = readComparison(node);
  if (!read || !questionsOf(field).some(([question]) => question === read.question)) return null;
  return read.values.every((value) => isShown(value, KINDS[field.tipo])) ? read : null;
}

function isShown(value: Expression, kind: Kind): boolean {
  if ('lista' in value) {
    const texts = value.lista.map(textOf);
    const isOfKind = value.lista.every((one) => (kind === 'NUMERO' ? 'numero' in one : 'texto' in one));
    return (
      isOfKind && chosenTexts(texts).length === texts.length && texts.every((text) => text === text.trim())
    );
  }
  if (kind === 'NUMERO') return 'numero' in value;
  return kind === 'TEXTO' ? 'texto' in value : 'data' in value || daysFromToday(value) !== null;
}

/** A comparison of a field with written values or days, whatever the field; null for anything else. */
export function readComparison(node: Expression): Comparison | null {
  if ('campo' in node) return { path: node.campo, question: 'sim', values: [] };
  if (!('faz' in node)) return null;
  const { faz, de } = node;
  if (faz === 'nenhuma') {
    const [only, ...more] = de;
    const read = only && more.length === 0 ? readComparison(only) : null;
    return read?.question === 'vazio' ? { ...read, question: 'preenchido' } : null;
  }
  const [field, ...values] = de;
  if (!field || !('campo' in field)) return null;
  const path = field.campo;
  const [first] = values;
  if (faz === 'vazio') return { path, question: faz, values: [] };
  if (faz === 'em') return first && 'lista' in first ? { path, question: faz, values } : null;
  if (!ASKED.has(faz) || !values.every((value) => isValue(value) || daysFromToday(value) !== null))
    return null;
  if (first && 'logico' in first)
    return faz === 'igual' || faz === 'diferente'
      ? { path, question: first.logico === (faz === 'igual') ? 'sim' : 'nao', values: [] }
      : null;
  return spanFromToday(path, faz, values) ?? { path, question: faz as Question, values };
}

/** 'nos próximos 30 dias' is stored as the days between today and then. */
function spanFromToday(path: string, faz: Operation, values: readonly Expression[]): Comparison | null {
  const [from, to] = values;
  if (faz !== 'entre' || !from || !to) return null;
  const [first, last] = [daysFromToday(from), daysFromToday(to)];
  if (first === 0 && last !== null && last > 0) return { path, question: 'proximos', values: [to] };
  return last === 0 && first !== null && first < 0 ? { path, question: 'ultimos', values: [from] } : null;
}

const ASKED: ReadonlySet<Operation> = new Set([
  ...(['igual', 'diferente', 'maior', 'maior_igual', 'menor', 'menor_igual'] as const),
  ...(['entre', 'contem', 'comeca_com'] as const),
]);

export const textOf = (value: Literal): string => {
  if ('texto' in value) return value.texto;
  return 'numero' in value ? value.numero : '';
};

/** The list of chosen texts: each once, without blanks around it. */
export const chosenTexts = (texts: readonly string[], kind: Kind = 'TEXTO'): Literal[] =>
  [...new Set(texts.map((text) => text.trim()).filter(Boolean))].map((text) => literalFrom(text, kind));

/** A chosen value in the kind of its field. */
export const literalFrom = (text: string, kind: Kind): Literal =>
  kind === 'NUMERO' ? { numero: text } : { texto: text };

export function writeComparison({ path, question, values }: Comparison): Expression {
  const field: Expression = { campo: path };
  if (question === 'sim' || question === 'nao') return call('igual', field, { logico: question === 'sim' });
  if (question === 'preenchido') return call('nenhuma', call('vazio', field));
  if (question === 'proximos') return call('entre', field, call('hoje'), ...values);
  if (question === 'ultimos') return call('entre', field, ...values, call('hoje'));
  return question === 'vazio' ? call('vazio', field) : call(question, field, ...values);
}

/** A day as many days after today, or before it if negative. */
export const dayFromToday = (days: number): Expression =>
  days === 0
    ? call('hoje')
    : call(days < 0 ? 'menos' : 'mais', call('hoje'), { numero: String(Math.abs(days)) });

export const USUAL_DAYS = 30;

const firstValue = (kind: Kind): Expression => {
  if (kind === 'NUMERO') return { numero: '0' };
  return kind === 'TEXTO' ? { texto: '' } : dayFromToday(0);
};

/** The comparison with another question; values that still fit are kept. */
export function asking(comparison: Comparison, question: Question, kind: Kind): Comparison {
  const [first = firstValue(kind), second] = comparison.values;
  const single = 'lista' in first ? (first.lista[0] ?? firstValue(kind)) : first;
  if (question === 'proximos' || question === 'ultimos') {
    const days = Math.abs(daysFromToday(single) ?? 0) || USUAL_DAYS;
    return { ...comparison, question, values: [dayFromToday(question === 'proximos' ? days : -days)] };
  }
  if (question === 'entre') return { ...comparison, question, values: [single, second ?? single] };
  if (question === 'em') {
    // A number that nobody chose is none of the list.
    const chosen = comparison.values.length > 0 && isValue(single) ? [textOf(single)] : [];
    return {
      ...comparison,
      question,
      values: ['lista' in first ? first : { lista: chosenTexts(chosen, kind) }],
    };
  }
  return { ...comparison, question, values: ASKED.has(question as Operation) ? [single] : [] };
}

/** Other questions are about a part of a value, or its size. */
const WITH_LIST: ReadonlySet<Question> = new Set(['em', 'igual', 'diferente']);

/** Whether the values for a question are chosen rather than typed. */
export const choosesValues = (field: Listed, question: Question): boolean =>
  isListed(field) && WITH_LIST.has(question);

/** Texts that nobody has given yet: a comparison with one is sound, but asks for what no record has. */
export function emptyValues(
  node: Expression,
  fields: readonly (Listed & { path: string })[],
  pointer = '',
): FileProblem[] {
  const read = readComparison(node);
  if (!read)
    return argumentsOf(node).flatMap((part, index) => emptyValues(part, fields, `${pointer}/de/${index}`));
  const field = fields.find(({ path }) => path === read.path);
  const message = field && choosesValues(field, read.question) ? 'Escolha um valor.' : 'Escreva um valor.';
  return read.values.flatMap((value, index) =>
    'texto' in value && value.texto.trim() === '' ? [{ pointer: `${pointer}/de/${index + 1}`, message }] : [],
  );
}

/** The usual question about a field. */
export function newComparison(
  path: string,
  { values: [first] = [], ...field }: Questioned & { values?: readonly { value: string }[] },
): Expression {
  const kind = KINDS[field.tipo];
  const [usual = ['igual', '']] = questionsOf(field);
  const values = first && kind === 'TEXTO' ? [{ texto: first.value }] : [];
  return writeComparison(asking({ path, question: usual[0], values }, usual[0], kind));
}
