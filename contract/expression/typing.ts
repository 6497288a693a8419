import type { FieldOption, ValueSource } from '../map/entity.ts';
import { parseDecimal } from '../rules/decimal.ts';
import type { PersonalKind } from '../rules/privacy/masks.ts';
import type { FileProblem } from '../rules/problem.ts';
import type { ColumnType } from '../rules/reports/report.ts';
import { listText } from '../rules/text.ts';
import { isCalendarDate } from '../rules/time/calendarDate.ts';
import { type Operation, operationOf } from './operations.ts';
import { call, type Expression, type Literal, MAX_TEXT, sizeProblems } from './tree.ts';

/** What the map says of a path. */
export interface FieldType {
  tipo: ColumnType;
  titulo: string;
  pessoal?: PersonalKind | undefined;
  /** Its values, or where they are searched, for whoever chooses one. */
  opcoes?: readonly FieldOption[] | undefined;
  origem?: ValueSource | undefined;
}

/** `undefined` for a path that does not exist, or that the person may not see. */
export type TypeOf = (path: string) => FieldType | undefined;

/** What a value is, whatever its format. */
export type Kind = 'NUMERO' | 'TEXTO' | 'DATA' | 'MOMENTO' | 'LOGICO';

export const KINDS: Readonly<Record<ColumnType, Kind>> = {
  TEXTO: 'TEXTO',
  INTEIRO: 'NUMERO',
  DECIMAL: 'NUMERO',
  DINHEIRO: 'NUMERO',
  PERCENTUAL: 'NUMERO',
  DATA: 'DATA',
  SEMANA: 'DATA',
  MES: 'DATA',
  TRIMESTRE: 'DATA',
  ANO: 'DATA',
  DATAHORA: 'MOMENTO',
  HORA: 'NUMERO',
  DIA_SEMANA: 'NUMERO',
  LOGICO: 'LOGICO',
};

const NAMES: Readonly<Record<Kind, string>> = {
  NUMERO: 'um número',
  TEXTO: 'um texto',
  DATA: 'uma data',
  MOMENTO: 'uma data com hora',
  LOGICO: 'sim ou não',
};

/**
 * A node with its type and those of its operands. Where a day is asked for and a moment stands, `dia` has been put around it,
 * so that evaluator and compiler meet each operation with the kinds that it takes.
 */
export interface Typed {
  node: Expression;
  tipo: ColumnType;
  kind: Kind;
  de: readonly Typed[];
}

export type Typing = { typed: Typed; problems: readonly [] } | { typed: null; problems: FileProblem[] };

/** Oldest and newest day that can be written or reached; a day beyond them is empty. */
export const FIRST_DAY = '1000-01-01';
export const LAST_DAY = '9999-12-31';

/**
 * The expression with the type of every node, or the problems with a JSON pointer each. What has no type is never run.
 * @param wanted the kind of the whole: 'LOGICO' for a condition
 */
export function typing(expression: Expression, typeOf: TypeOf, wanted?: Kind): Typing {
  const tooBig = sizeProblems(expression);
  if (tooBig.length > 0) return { typed: null, problems: tooBig };
  const problems: FileProblem[] = [];
  const typed = typedAt(expression, '', { typeOf, problems });
  if (typed && problems.length === 0 && wanted && typed.kind !== wanted)
    problems.push({
      pointer: '',
      message: `Aqui se espera ${NAMES[wanted]}, e a expressão resulta em ${NAMES[typed.kind]}.`,
    });
  return typed && problems.length === 0 ? { typed, problems: [] } : { typed: null, problems };
}

interface Judging {
  typeOf: TypeOf;
  problems: FileProblem[];
}

function typedAt(node: Expression, pointer: string, judging: Judging): Typed | null {
  const refuse = (message: string, at = pointer): null => {
    judging.problems.push({ pointer: at, message });
    return null;
  };
  if ('campo' in node) {
    const field = judging.typeOf(node.campo);
    return field
      ? leaf(node, field.tipo)
      : refuse(
          `O campo ${node.campo} não existe ou não pode ser usado aqui. Escolha outro.`,
          `${pointer}/campo`,
        );
  }
  if ('lista' in node) return refuse('Uma lista só serve depois de "em".');
  if (!('faz' in node)) {
    const problem = literalProblem(node);
    return problem ? refuse(problem) : leaf(node, literalType(node));
  }
  const { faz, de } = node;
  const [least, most] = operationOf(faz).de;
  if (de.length < least || de.length > most) return refuse(countText(faz, least, most, de.length));
  if (faz === 'em') return typedChoice(node, pointer, judging, refuse);
  const parts = de.map((part, index) => typedAt(part, `${pointer}/de/${index}`, judging));
  if (parts.some((part) => part === null)) return null;
  const result = RULES[faz](parts as Typed[]);
  if ('wrong' in result)
    return refuse(result.wrong, result.at === undefined ? pointer : `${pointer}/de/${result.at}`);
  const operands = result.de ?? (parts as Typed[]);
  return { node, tipo: result.tipo, kind: KINDS[result.tipo], de: operands };
}

const leaf = (node: Expression, tipo: ColumnType): Typed => ({ node, tipo, kind: KINDS[tipo], de: [] });

function literalType(node: Literal): ColumnType {
  if ('numero' in node) return 'DECIMAL';
  if ('texto' in node) return 'TEXTO';
  return 'data' in node ? 'DATA' : 'LOGICO';
}

function literalProblem(node: Literal): string | null {
  if ('numero' in node && node.numero === '') return 'Escolha um valor.';
  if ('numero' in node)
    return parseDecimal(node.numero) === null ? `${node.numero} não é um número, como 1234.5.` : null;
  if ('data' in node)
    return isCalendarDate(node.data) && node.data >= FIRST_DAY
      ? null
      : `${node.data} não é um dia, como 2026-11-29.`;
  if (!('texto' in node)) return null;
  if (node.texto.length > MAX_TEXT)
    return `Um texto tem até ${MAX_TEXT} letras; este tem ${node.texto.length}.`;
  return UNSTORABLE.test(node.texto)
    ? 'O texto tem um caractere que não se pode guardar. Escreva-o de novo.'
    : null;
}

/** NUL, and halves of surrogate pairs: no column can hold them. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

function countText(faz: Operation, least: number, most: number, given: number): string {
  const name = operationOf(faz).texto;
  const asked =
    least === most ? String(least) : most >= 200 ? `pelo menos ${least}` : `de ${least} a ${most}`;
  return `"${name}" pede ${asked} ${most === 1 ? 'parte' : 'partes'}; aqui ${given === 1 ? 'há 1' : `há ${given}`}.`;
}

/** `em`: the values of the list are of the kind of what is looked for. */
function typedChoice(
  node: Extract<Expression, { faz: Operation }>,
  pointer: string,
  judging: Judging,
  refuse: (message: string, at?: string) => null,
): Typed | null {
  const [what, list] = node.de;
  const at = `${pointer}/de/1`;
  const given = what && typedAt(what, `${pointer}/de/0`, judging);
  if (!given) return null;
  if (!list || !('lista' in list)) return refuse('Depois de "em" vem uma lista de valores.', at);
  if (list.lista.length === 0) return refuse('A lista está vazia. Escolha ao menos um valor.', at);
  const looked = asDay(given);
  for (const [index, value] of list.lista.entries()) {
    const problem = literalProblem(value);
    if (problem) return refuse(problem, `${at}/lista/${index}`);
    const kind = KINDS[literalType(value)];
    if (kind !== looked.kind)
      return refuse(
        `A lista pede ${NAMES[looked.kind]}, e este valor é ${NAMES[kind]}.`,
        `${at}/lista/${index}`,
      );
  }
  if (looked.kind === 'LOGICO') return refuse('Para sim ou não, use a condição sem lista.');
  return { node, tipo: 'LOGICO', kind: 'LOGICO', de: [looked, leaf(list, looked.tipo)] };
}

type Result = { tipo: ColumnType; de?: readonly Typed[] } | { wrong: string; at?: number };
type Rule = (parts: readonly Typed[]) => Result;

/** A moment where a day is asked for. */
const asDay = (part: Typed): Typed =>
  part.kind === 'MOMENTO' ? { node: call('dia', part.node), tipo: 'DATA', kind: 'DATA', de: [part] } : part;

const isTime = ({ kind }: Typed): boolean => kind === 'DATA' || kind === 'MOMENTO';

/** The parts in one kind; a day and a moment are compared as days. `null` if they have none in common. */
function alike(parts: readonly Typed[]): readonly Typed[] | null {
  const [first] = parts;
  if (parts.every(({ kind }) => kind === first?.kind)) return parts;
  return parts.every(isTime) ? parts.map(asDay) : null;
}

const each =
  (kinds: readonly Kind[], tipo: ColumnType, use: (part: Typed) => Typed = (part) => part): Rule =>
  (parts) => {
    const at = parts.findIndex(({ kind }) => !kinds.includes(kind));
    const found = parts[at];
    if (found)
      return {
        wrong: `Aqui se espera ${listText(
          kinds.map((kind) => NAMES[kind]),
          'ou',
        )}, e há ${NAMES[found.kind]}.`,
        at,
      };
    return { tipo, de: parts.map(use) };
  };

const compared =
  (ordered: boolean): Rule =>
  (parts) => {
    const de = alike(parts);
    if (!de) {
      const other = parts.find(({ kind }) => kind !== parts[0]?.kind);
      return {
        wrong: `Não se compara ${NAMES[parts[0]?.kind ?? 'TEXTO']} com ${NAMES[other?.kind ?? 'TEXTO']}.`,
      };
    }
    if (ordered && de[0]?.kind === 'LOGICO') return { wrong: 'Sim e não têm ordem. Compare com "=".' };
    return { tipo: 'LOGICO', de };
  };

/** Amounts stay amounts as long as they are not divided by each other or multiplied. */
const calculated =
  (money: (amounts: readonly boolean[]) => boolean, days = false): Rule =>
  (parts) => {
    const [left, right] = parts;
    if (days && left && isTime(left) && right?.kind === 'NUMERO')
      return { tipo: 'DATA', de: [asDay(left), right] };
    if (days && left && right && isTime(left) && isTime(right))
      return { wrong: 'Para contar os dias entre duas datas, use dias(de; até).' };
    if (days && right && isTime(right)) return { wrong: 'Escreva a data primeiro: data + dias.' };
    const result = each(['NUMERO'], 'DECIMAL')(parts);
    if ('wrong' in result) return result;
    if (money(parts.map(({ tipo }) => tipo === 'DINHEIRO'))) return { tipo: 'DINHEIRO' };
    return { tipo: 'DECIMAL' };
  };

const some = (amounts: readonly boolean[]) => amounts.includes(true);

/** The values of `se` and `caso`, which all are of one kind. */
function branches(parts: readonly Typed[]): Result {
  const isCondition = (index: number) => index % 2 === 0 && index < parts.length - 1;
  const wrong = parts.findIndex(({ kind }, index) => isCondition(index) && kind !== 'LOGICO');
  if (wrong >= 0)
    return { wrong: `Aqui se espera uma condição, e há ${NAMES[parts[wrong]?.kind ?? 'TEXTO']}.`, at: wrong };
  const values = alike(parts.filter((_, index) => !isCondition(index)));
  if (!values)
    return { wrong: 'Todos os resultados têm de ser do mesmo tipo: só números, só textos ou só datas.' };
  let next = 0;
  const de = parts.map((part, index) => (isCondition(index) ? part : (values[next++] ?? part)));
  const types = new Set(values.map(({ tipo }) => tipo));
  const [tipo = 'TEXTO'] = types;
  if (types.size === 1) return { tipo, de };
  return { tipo: KINDS[tipo] === 'NUMERO' ? 'DECIMAL' : KINDS[tipo] === 'MOMENTO' ? 'DATAHORA' : 'DATA', de };
}

const together = each(['LOGICO'], 'LOGICO');
const texts = each(['TEXTO'], 'LOGICO');

const RULES: Readonly<Record<Operation, Rule>> = {
  todas: together,
  alguma: together,
  nenhuma: together,
  igual: compared(false),
  diferente: compared(false),
  maior: compared(true),
  maior_igual: compared(true),
  menor: compared(true),
  menor_igual: compared(true),
  entre: compared(true),
  em: () => ({ tipo: 'LOGICO' }),
  contem: texts,
  comeca_com: texts,
  vazio: () => ({ tipo: 'LOGICO' }),
  mais: calculated(some, true),
  menos: calculated(some, true),
  vezes: calculated((amounts) => amounts.filter(Boolean).length === 1),
  dividido: calculated(([left, right]) => left === true && !right),
  oposto: calculated(some),
  se: branches,
  caso: branches,
  hoje: () => ({ tipo: 'DATA' }),
  agora: () => ({ tipo: 'DATAHORA' }),
  dia: each(['DATA', 'MOMENTO'], 'DATA'),
  mes: each(['DATA', 'MOMENTO'], 'INTEIRO', asDay),
  ano: each(['DATA', 'MOMENTO'], 'INTEIRO', asDay),
  dias: each(['DATA', 'MOMENTO'], 'INTEIRO', asDay),
  horas: each(['MOMENTO'], 'DECIMAL'),
  junta: each(['TEXTO', 'NUMERO', 'DATA', 'MOMENTO'], 'TEXTO', asDay),
  maiusculas: each(['TEXTO'], 'TEXTO'),
};
