import { call, type Expression, type Literal } from '../../expression/tree.ts';
import { KINDS } from '../../expression/typing.ts';
import { parseDecimal } from '../decimal.ts';
import { isCalendarDate } from '../time/calendarDate.ts';
import type { ColumnType, DeclarativeQuery } from './report.ts';

type Filter = NonNullable<DeclarativeQuery['filtros']>[number];

const OPERATIONS = {
  IGUAL: 'igual',
  EM: 'igual',
  DIFERENTE: 'diferente',
  MAIOR: 'maior',
  MAIOR_IGUAL: 'maior_igual',
  MENOR: 'menor',
  MENOR_IGUAL: 'menor_igual',
} as const;

/**
 * A comparison with a fixed value, as it was written before conditions were expressions. `null` where no expression lets the same
 * rows through: a moment compared with more than its day, texts in the order of the database, a value that is none of the field's.
 */
export function filterExpression(filter: Filter, tipo: ColumnType): Expression | null {
  const { campo, operador, parametro, valor } = filter;
  const field: Expression = { campo };
  if (operador === 'VAZIO') return call('vazio', field);
  if (operador === 'PREENCHIDO') return call('nenhuma', call('vazio', field));
  if (parametro !== undefined || valor === undefined || operador === 'ENTRE') return null;
  if (Array.isArray(valor)) {
    const lista = valor.map((each) => literalOf(each, tipo)).filter((each) => each !== null);
    const isWhole = lista.length === valor.length && lista.length > 0;
    if (!isWhole || tipo === 'DATAHORA' || tipo === 'LOGICO' || !LISTED.has(operador)) return null;
    const among = call('em', field, { lista });
    return operador === 'DIFERENTE' ? call('nenhuma', among) : among;
  }
  const value = literalOf(valor, tipo);
  if (!value) return null;
  if (operador === 'CONTEM') return tipo === 'TEXTO' ? call('contem', field, value) : null;
  return hasSameRows(operador, tipo) ? call(OPERATIONS[operador], field, value) : null;
}

const LISTED: ReadonlySet<string> = new Set(['IGUAL', 'EM', 'DIFERENTE']);

function hasSameRows(operador: keyof typeof OPERATIONS, tipo: ColumnType): boolean {
  // A moment was compared with the beginning of the day, and is now with the day.
  if (tipo === 'DATAHORA') return operador === 'MAIOR_IGUAL' || operador === 'MENOR';
  return tipo === 'TEXTO' || tipo === 'LOGICO' ? LISTED.has(operador) : true;
}

function literalOf(value: unknown, tipo: ColumnType): Literal | null {
  const text = String(value);
  switch (KINDS[tipo]) {
    case 'NUMERO': {
      const numero = parseDecimal(text);
      return numero === null ? null : { numero };
    }
    case 'TEXTO':
      return text.trim() === '' ? null : { texto: text };
    case 'LOGICO':
      return text === 'true' || text === 'false' ? { logico: text === 'true' } : null;
    default:
      return isCalendarDate(text) ? { data: text } : null;
  }
}

/** A query's conditions as they are edited: one expression, and the filters that a value of the form decides, with their places. */
interface EditedConditions {
  onde: Expression | null;
  filters: { filter: Filter; index: number }[];
  /** Where in `onde` a place of the query is edited. */
  placeOf: (pointer: string) => string;
}

const WHERE = '/consulta/onde';

export function editedConditions(
  { filtros = [], onde }: DeclarativeQuery,
  typeOf: (campo: string) => ColumnType | undefined,
): EditedConditions {
  const read = filtros.map((filter, index) => {
    const tipo = typeOf(filter.campo);
    return { filter, index, node: tipo ? filterExpression(filter, tipo) : null };
  });
  const fixed = read.flatMap(({ node, index }) => (node ? [{ node, index }] : []));
  const filters = read.filter(({ node }) => !node).map(({ filter, index }) => ({ filter, index }));
  if (fixed.length === 0) return { onde: onde ?? null, filters, placeOf: (pointer) => pointer };
  const isAll = onde && 'faz' in onde && onde.faz === 'todas';
  const later = isAll ? onde.de : onde ? [onde] : [];
  const placeOf = (pointer: string): string => {
    const [, , list = '', index = '', ...rest] = pointer.split('/');
    const at = list === 'filtros' ? fixed.findIndex((each) => String(each.index) === index) : -1;
    if (at >= 0) return `${WHERE}/de/${at}`;
    if (!pointer.startsWith(WHERE)) return pointer;
    if (!isAll) return `${WHERE}/de/${fixed.length}${pointer.slice(WHERE.length)}`;
    const [place = '', ...inner] = rest;
    return index === 'de' ? [`${WHERE}/de/${Number(place) + fixed.length}`, ...inner].join('/') : pointer;
  };
  return { onde: call('todas', ...fixed.map(({ node }) => node), ...later), filters, placeOf };
}
