import { parseDecimal } from '../rules/decimal.ts';
import { formatCount, formatMoney, numberText } from '../rules/format.ts';
import { listText, upperFirst } from '../rules/text.ts';
import { formatCalendarDate } from '../rules/time/calendarDate.ts';
import type { Operation } from './operations.ts';
import type { Expression, Literal } from './tree.ts';
import type { TypeOf } from './typing.ts';

/**
 * An expression as a Brazilian would say it: 'Valor é maior que R$ 5.000,00, e Cliente › UF é SP ou RJ'. A field that does not
 * exist is named by its path.
 */
export const sentenceOf = (expression: Expression, typeOf: TypeOf): string =>
  upperFirst(said(expression, typeOf));

const COMPARED: Partial<Record<Operation, string>> = {
  igual: 'é igual a',
  diferente: 'é diferente de',
  maior: 'é maior que',
  maior_igual: 'é pelo menos',
  menor: 'é menor que',
  menor_igual: 'é no máximo',
  contem: 'contém',
  comeca_com: 'começa com',
};
/** The same for days. */
const DATED: Partial<Record<Operation, string>> = {
  maior: 'é depois de',
  maior_igual: 'é a partir de',
  menor: 'é antes de',
  menor_igual: 'é até',
};
const CALCULATED: Partial<Record<Operation, string>> = {
  mais: 'mais',
  menos: 'menos',
  vezes: 'vezes',
  dividido: 'dividido por',
};

function said(node: Expression, typeOf: TypeOf): string {
  const say = (part: Expression) => said(part, typeOf);
  if ('campo' in node) return typeOf(node.campo)?.titulo ?? node.campo;
  if ('lista' in node)
    return listText(
      node.lista.map((value) => valueText(value)),
      'ou',
    );
  if (!('faz' in node)) return valueText(node);
  const { faz, de } = node;
  const relative = relativeDay(node);
  if (relative) return relative;
  if (faz === 'todas' || faz === 'alguma')
    return de.map((part) => grouped(part, typeOf)).join(faz === 'todas' ? ', e ' : ', ou ');
  if (faz === 'nenhuma') return `não: ${de.map((part) => grouped(part, typeOf)).join(' nem ')}`;
  const [first, second, third] = de;
  if (faz === 'vazio' && first) return `${say(first)} está vazio`;
  const span = faz === 'entre' && second && third ? spanText(second, third) : null;
  if (span && first) return `${say(first)} ${span}`;
  if (faz === 'entre' && first && second && third)
    return `${say(first)} está entre ${beside(second, first, typeOf)} e ${beside(third, first, typeOf)}`;
  if (faz === 'em' && first && second && 'lista' in second)
    return `${say(first)} é ${listText(
      second.lista.map((value) => beside(value, first, typeOf)),
      'ou',
    )}`;
  if ((faz === 'igual' || faz === 'diferente') && first && second && 'logico' in second)
    return `${say(first)}: ${second.logico === (faz === 'igual') ? 'sim' : 'não'}`;
  const compared = isDated(first, typeOf) ? (DATED[faz] ?? COMPARED[faz]) : COMPARED[faz];
  if (compared && first && second) return `${say(first)} ${compared} ${beside(second, first, typeOf)}`;
  const word = CALCULATED[faz];
  if (word && first && second) return `${factor(first, typeOf)} ${word} ${factor(second, typeOf)}`;
  return functionText(faz, de.map(say));
}

function functionText(faz: Operation, parts: readonly string[]): string {
  const [first = '', second = '', third] = parts;
  switch (faz) {
    case 'oposto':
      return `menos ${first}`;
    case 'se':
      return third === undefined ? `${second} se ${first}` : `${second} se ${first}, senão ${third}`;
    case 'caso': {
      const pairs: string[] = [];
      for (let at = 0; at + 1 < parts.length; at += 2) pairs.push(`${parts[at + 1]} se ${parts[at]}`);
      return [...pairs, ...(parts.length % 2 === 1 ? [`senão ${parts.at(-1)}`] : [])].join(', ');
    }
    case 'dias':
      return `o número de dias de ${first} até ${second}`;
    case 'horas':
      return `o número de horas de ${first} até ${second}`;
    case 'dia':
      return `o dia de ${first}`;
    case 'mes':
      return `o mês de ${first}`;
    case 'ano':
      return `o ano de ${first}`;
    case 'junta':
      return `${listText(parts)} juntos`;
    case 'maiusculas':
      return `${first} em maiúsculas`;
    default:
      return faz === 'agora' ? 'agora' : 'hoje';
  }
}

/** A combination within a combination stands in brackets. */
function grouped(part: Expression, typeOf: TypeOf): string {
  const text = said(part, typeOf);
  return 'faz' in part && (part.faz === 'todas' || part.faz === 'alguma' || part.faz === 'nenhuma')
    ? `(${text})`
    : text;
}

function factor(part: Expression, typeOf: TypeOf): string {
  const text = said(part, typeOf);
  return 'faz' in part && CALCULATED[part.faz] && !relativeDay(part) ? `(${text})` : text;
}

const isDated = (node: Expression | undefined, typeOf: TypeOf): boolean => {
  const tipo = node && 'campo' in node ? typeOf(node.campo)?.tipo : undefined;
  return tipo === 'DATA' || tipo === 'DATAHORA';
};

/** A written value beside the field that it is compared with, whose format and words it takes. */
function beside(value: Expression, field: Expression, typeOf: TypeOf): string {
  const type = 'campo' in field ? typeOf(field.campo) : undefined;
  const written = 'texto' in value ? value.texto : 'numero' in value ? value.numero : undefined;
  const option = type?.opcoes?.find(({ valor }) => valor === written);
  if (option) return option.rotulo;
  const money = type?.tipo === 'DINHEIRO';
  if (money && 'numero' in value && parseDecimal(value.numero) !== null) return formatMoney(value.numero, 2);
  return said(value, typeOf);
}

function valueText(value: Literal): string {
  if ('numero' in value) return numberText(value.numero);
  if ('texto' in value) return value.texto === '' ? 'vazio' : value.texto;
  if ('data' in value) return formatCalendarDate(value.data);
  return value.logico ? 'sim' : 'não';
}

/** 'é nos próximos 30 dias' for the days between today and then; null for other spans. */
function spanText(from: Expression, to: Expression): string | null {
  const [first, last] = [daysFromToday(from), daysFromToday(to)];
  if (first === 0 && last !== null && last > 0)
    return last === 1 ? 'é hoje ou amanhã' : `é nos próximos ${last} dias`;
  if (last !== 0 || first === null || first >= 0) return null;
  return first === -1 ? 'foi hoje ou ontem' : `foi nos últimos ${-first} dias`;
}

/** 'hoje', '30 dias antes de hoje' for a day that is written relative to today. */
export function relativeDay(node: Expression): string | null {
  const days = daysFromToday(node);
  if (days === null) return null;
  if (days === 0) return 'hoje';
  return `${formatCount(Math.abs(days), 'dia', 'dias')} ${days < 0 ? 'antes' : 'depois'} de hoje`;
}

/** How many days after today (negative: before) a node means, if that is how it is written. */
export function daysFromToday(node: Expression): number | null {
  if (!('faz' in node)) return null;
  if (node.faz === 'hoje') return 0;
  if (node.faz !== 'mais' && node.faz !== 'menos') return null;
  const [today, days] = node.de;
  if (!today || !('faz' in today) || today.faz !== 'hoje' || !days || !('numero' in days)) return null;
  const count = Number(days.numero);
  if (!Number.isInteger(count) || count < 0) return null;
  return node.faz === 'menos' ? -count : count;
}
