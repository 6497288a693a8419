import { MAX_DAYS, PLACES } from '#contract/expression/evaluate.ts';
import { COMMA, FOLDED, type Letters, translated, UPPER } from '#contract/expression/folding.ts';
import type { Operation } from '#contract/expression/operations.ts';
import { daysFromToday } from '#contract/expression/sentence.ts';
import type { Expression, Literal } from '#contract/expression/tree.ts';
import { FIRST_DAY, type Kind, LAST_DAY, type Typed } from '#contract/expression/typing.ts';
import { parseDecimal } from '#contract/rules/decimal.ts';
import { quoted } from './quoted.ts';

/** Where the SQL of an expression stands. All are SQL texts made by the server, never written by a person. */
export interface SqlPlace {
  /** The column of a path, in the SQL type of its field. */
  sqlOf: (path: string) => string;
  /** The name of the time zone whose days count: that of the record's branch. `null` for the zone of the connection. */
  zone: string | null;
  /** A timestamptz. */
  now: string;
  /** How a written text or day stands in it; quoted unless something else is said. */
  written?: (text: string) => string;
}

/**
 * An expression as SQL, which gives what `evaluator` gives (contract/expression/evaluate.ts). Each operand stands in it once
 * (a written day twice), so that the text grows with the tree and no faster. Whatever a person has written leaves here as a number, a day or a literal
 * quoted by `quoted`.
 */
export const compileExpression = (typed: Typed, place: SqlPlace): string => compiled(typed, place);

function compiled(typed: Typed, place: SqlPlace): string {
  const { node, de } = typed;
  if ('campo' in node) return `(${place.sqlOf(node.campo)})`;
  if ('lista' in node) return `(${node.lista.map((value) => literal(value, place)).join(', ')})`;
  if (!('faz' in node)) return literal(node, place);
  const operands: Operands = {
    parts: de.map((part) => compiled(part, place)),
    numbers: de.map((part) => exact(part, place)),
    kinds: de.map(({ kind }) => kind),
    place,
    typed,
  };
  return asMoments(node.faz, operands) ?? SQL[node.faz](operands);
}

/**
 * Written values and fields take their exact type before they are calculated with: integers would overflow. A comparison takes a
 * field as it is, so that an index on it is used.
 */
function exact(part: Typed, place: SqlPlace): string {
  const sql = compiled(part, place);
  return part.kind === 'NUMERO' && !('faz' in part.node) ? `${sql}::numeric` : sql;
}

function literal(node: Literal, { written = quoted }: SqlPlace): string {
  if ('numero' in node) {
    const numero = parseDecimal(node.numero);
    if (numero === null) throw new Error('an expression with a wrong number was compiled');
    // "--" would begin a comment.
    return numero.startsWith('-') ? `(${numero})` : numero;
  }
  if ('texto' in node) return `${written(node.texto)}::text`;
  return 'data' in node ? `${written(node.data)}::date` : String(node.logico);
}

interface Operands {
  parts: readonly string[];
  /** The same, numbers as `numeric`. */
  numbers: readonly string[];
  kinds: readonly Kind[];
  place: SqlPlace;
  typed: Typed;
}

type Compile = (operands: Operands) => string;

const between =
  (sign: string): Compile =>
  ({ parts: [left, right] }) =>
    `(${left} ${sign} ${right})`;

/** Texts are ordered by code point, whatever the database's own order. */
const ordered =
  (sign: string): Compile =>
  ({ parts: [left, right], kinds: [kind] }) =>
    `(${left}${kind === 'TEXTO' ? ' collate "C"' : ''} ${sign} ${right})`;

const joined =
  (word: string): Compile =>
  ({ parts }) =>
    `(${parts.join(` ${word} `)})`;

/** Rounded from the first decimal too many of the exact quotient: rounding twice could go the wrong way. */
const quotient = (dividend: string, divisor: string): string =>
  `round(div(${dividend} * 1${'0'.repeat(PLACES + 1)}, nullif(${divisor}, 0)) * 0.${'0'.repeat(PLACES)}1, ${PLACES})`;

/** A value outside the limits becomes empty, and an empty one stays so; LEAST and GREATEST alone would fill it. */
const within = (value: string, low: string, high: string): string =>
  `nullif(greatest(nullif(least(${value}, ${high}), ${high}), ${low}), ${low})`;

const BEFORE_FIRST = `${quoted(`0${Number(FIRST_DAY.slice(0, 4)) - 1}-12-31`)}::date`;
const AFTER_LAST = `(${quoted(LAST_DAY)}::date + 1)`;

const later =
  (sign: '+' | '-'): Compile =>
  ({ parts: [left], numbers: [number, days], kinds: [kind] }) =>
    kind === 'DATA'
      ? within(
          `${left} ${sign} ${within(`trunc(${days})`, `-${MAX_DAYS}`, String(MAX_DAYS))}::integer`,
          BEFORE_FIRST,
          AFTER_LAST,
        )
      : `(${number} ${sign} ${days})`;

const letters = (sql: string, { from, to }: Letters): string =>
  `translate(${sql}, ${quoted(from)}, ${quoted(to)})`;

/** The text without case and accents; a written one is folded here. */
const folded = ({ node }: Typed, sql: string, { written = quoted }: SqlPlace): string =>
  isText(node) ? `${written(translated(node.texto, FOLDED))}::text` : letters(sql, FOLDED);

const isText = (node: Expression): node is { texto: string } => 'texto' in node;

const found =
  (test: string): Compile =>
  ({ parts: [text = '', part = ''], typed: { de }, place }) =>
    `(strpos(${de[0] ? folded(de[0], text, place) : text}, ${de[1] ? folded(de[1], part, place) : part}) ${test})`;

const field =
  (name: string): Compile =>
  ({ parts: [day] }) =>
    `extract(${name} from ${day})`;

const local = (sql: string, { zone }: SqlPlace): string =>
  zone === null ? `(${sql})::date` : `((${sql} at time zone ${zone})::date)`;

/** The first moment of a day. */
const beginning = (day: string, { zone }: SqlPlace): string =>
  zone === null ? `(${day})::timestamptz` : `((${day})::timestamp at time zone ${zone})`;

/** Which moments a comparison of their day lets through: from the beginning of a day, and before that of another. */
const MOMENTS: Partial<Record<Operation, { from?: 0 | 1; before?: 0 | 1; last?: true }>> = {
  igual: { from: 0, before: 1 },
  maior: { from: 1 },
  maior_igual: { from: 0 },
  menor: { before: 0 },
  menor_igual: { before: 1 },
  entre: { from: 0, before: 1, last: true },
};

/**
 * A field that holds a moment, compared with written days, as moments: what stands around a column hides it from its index, and a
 * period is what bounds a report.
 */
function asMoments(faz: Operation, { typed, parts, place }: Operands): string | null {
  const [day, ...days] = typed.de;
  const moment = day && 'faz' in day.node && day.node.faz === 'dia' ? day.de[0] : undefined;
  const bounds = MOMENTS[faz];
  if (!bounds || !moment || !('campo' in moment.node) || moment.kind !== 'MOMENTO') return null;
  if (!days.every(({ node }) => 'data' in node || daysFromToday(node) !== null)) return null;
  const column = compiled(moment, place);
  const edge = (sql = '', plus: 0 | 1) => beginning(plus === 0 ? sql : `${sql} + 1`, place);
  const { from, before, last } = bounds;
  const tests = [
    ...(from === undefined ? [] : [`${column} >= ${edge(parts[1], from)}`]),
    ...(before === undefined ? [] : [`${column} < ${edge(parts[last ? 2 : 1], before)}`]),
  ];
  return `(${tests.join(' and ')})`;
}

const cases: Compile = ({ numbers: parts }) => {
  const pairs: string[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) pairs.push(`when ${parts[at]} then ${parts[at + 1]}`);
  return `(case ${pairs.join(' ')}${parts.length % 2 === 1 ? ` else ${parts.at(-1)}` : ''} end)`;
};

function asText(sql: string, kind: Kind | undefined): string {
  if (kind === 'NUMERO') return letters(`trim_scale(${sql}::numeric)::text`, COMMA);
  return kind === 'DATA' ? `to_char(${sql}, 'DD/MM/YYYY')` : sql;
}

const SQL: Readonly<Record<Operation, Compile>> = {
  todas: joined('and'),
  alguma: joined('or'),
  nenhuma: ({ parts }) => `(not (${parts.join(' or ')}))`,
  igual: between('='),
  diferente: between('<>'),
  maior: ordered('>'),
  maior_igual: ordered('>='),
  menor: ordered('<'),
  menor_igual: ordered('<='),
  entre: ({ parts: [value, from, to], kinds: [kind] }) =>
    `(${value}${kind === 'TEXTO' ? ' collate "C"' : ''} between ${from} and ${to})`,
  em: between('in'),
  contem: found('> 0'),
  comeca_com: found('= 1'),
  vazio: ({ parts: [value], kinds: [kind] }) =>
    kind === 'TEXTO' ? `(coalesce(${value}, '') = '')` : `(${value} is null)`,
  mais: later('+'),
  menos: later('-'),
  vezes: ({ numbers: [left, right] }) => `round(${left} * ${right}, ${PLACES})`,
  dividido: ({ numbers: [left = '', right = ''] }) => quotient(left, right),
  oposto: ({ numbers: [value] }) => `(- ${value})`,
  se: cases,
  caso: cases,
  hoje: ({ place }) => local(place.now, place),
  agora: ({ place }) => `(${place.now})`,
  dia: ({ parts: [at = ''], kinds: [kind], place }) => (kind === 'DATA' ? at : local(at, place)),
  mes: field('month'),
  ano: field('year'),
  dias: ({ parts: [from, to] }) => `(${to} - ${from})::numeric`,
  horas: ({ parts: [from, to] }) => quotient(`extract(epoch from (${to} - ${from}))`, '3600'),
  junta: ({ parts, kinds }) => `concat(${parts.map((part, at) => asText(part, kinds[at])).join(', ')})`,
  maiusculas: ({ parts: [text = ''] }) => letters(text, UPPER),
};
