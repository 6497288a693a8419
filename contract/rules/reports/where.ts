import { blankValues } from '../../expression/blankValues.ts';
import { daysFromToday } from '../../expression/sentence.ts';
import { argumentsOf, type Expression, pathsOf } from '../../expression/tree.ts';
import { type TypeOf, typing } from '../../expression/typing.ts';
import type { MapBounds, MapEntities } from '../../map/entity.ts';
import { type PathStep, resolvePath, typeOf } from '../../map/paths.ts';
import { inSentence } from '../../records/recordType.ts';
import type { FileProblem } from '../problem.ts';
import { type PersonalMap, pathProblems } from './pathProblems.ts';
import type { DeclarativeQuery } from './report.ts';

/** A part of a condition that has to hold whatever the others say. */
export interface WherePart {
  node: Expression;
  /** Its place in the condition. */
  pointer: string;
}

/** The parts of which all have to hold: each is judged where its rows are read. */
export function partsOfWhere(node: Expression, pointer = ''): WherePart[] {
  const [only, ...more] = argumentsOf(node);
  const isAll =
    'faz' in node && (node.faz === 'todas' || (node.faz === 'alguma' && only && more.length === 0));
  return isAll
    ? argumentsOf(node).flatMap((part, index) => partsOfWhere(part, `${pointer}/de/${index}`))
    : [{ node, pointer }];
}

/** What the condition of a report may read: every field of the entity and of what its relations lead to. */
export const whereTypes = (entities: MapEntities, conjunto: string): TypeOf => typeOf(entities, conjunto);

/**
 * The relation to many rows that all fields of a part go along: the part then says which of these rows are counted. `null` if it is
 * about the row itself.
 */
export function manyStepOf(entities: MapEntities, conjunto: string, part: Expression): PathStep | null {
  const [first] = pathsOf(part).map((path) => resolvePath(entities, conjunto, path));
  return first?.many ? (first.steps[0] ?? null) : null;
}

/**
 * What is wrong in the condition of a query, at its nodes.
 * @param gathered the titles of the relations to many rows of which columns make something
 */
export function whereProblems(
  { conjunto, onde }: DeclarativeQuery,
  entities: PersonalMap,
  gathered: ReadonlySet<string>,
): FileProblem[] {
  if (!onde) return [];
  const at = (problem: FileProblem): FileProblem => ({
    ...problem,
    pointer: `/consulta/onde${problem.pointer}`,
  });
  const ways = placedPaths(onde).flatMap(({ path, pointer }) => {
    const found = resolvePath(entities, conjunto, path);
    return found ? (pathProblems(found, entities, pointer) ?? []) : [];
  });
  if (ways.length > 0) return ways.map(at);
  const wrong = [...typing(onde, whereTypes(entities, conjunto), 'LOGICO').problems, ...blankValues(onde)];
  if (wrong.length > 0) return wrong.map(at);
  return partsOfWhere(onde).flatMap(({ node, pointer }) => {
    const message = mixedSentence(node, entities, conjunto, gathered);
    return message ? [at({ pointer, message })] : [];
  });
}

function placedPaths(node: Expression, pointer = ''): { path: string; pointer: string }[] {
  return 'campo' in node
    ? [{ path: node.campo, pointer }]
    : argumentsOf(node).flatMap((part, index) => placedPaths(part, `${pointer}/de/${index}`));
}

/** A part is about the row or about the many rows of one relation, which are chosen before anything is made of them. */
function mixedSentence(
  node: Expression,
  entities: MapEntities,
  conjunto: string,
  gathered: ReadonlySet<string>,
): string | null {
  const paths = pathsOf(node).flatMap((path) => resolvePath(entities, conjunto, path) ?? []);
  const many = paths.find((path) => path.many)?.steps[0];
  if (!many) return null;
  const title = inSentence(many.titulo);
  if (paths.some(({ steps: [first] }) => first?.chave !== many.chave))
    return `Uma condição sobre ${title} diz quais entram nas contas, e esta os junta com outra coisa. Separe-os em duas condições que valham ambas.`;
  return gathered.has(many.titulo)
    ? null
    : `Esta condição escolhe quais ${title} entram nas contas, e nenhuma coluna as faz. Inclua uma coluna de ${title}, ou retire a condição.`;
}

const FROM: ReadonlySet<string> = new Set(['igual', 'maior', 'maior_igual', 'entre']);

/** Whether a part that has to hold keeps a query over growing data within a bound; `prefix` begins the paths of the reading. */
export function partBounds(node: Expression, prefix: string, bounds: MapBounds): boolean {
  const field = (part: Expression | undefined): string | null =>
    part && 'campo' in part && part.campo.startsWith(prefix) ? part.campo.slice(prefix.length) : null;
  const own = field(node);
  if (own !== null) return bounds.aberto.includes(own);
  if (!('faz' in node)) return false;
  const [first, second] = node.de;
  const name = field(first);
  if (name === null || !second) return false;
  if (bounds.periodo.includes(name)) return FROM.has(node.faz) && isDay(second);
  if (bounds.aberto.includes(name)) return node.faz === 'igual' && 'logico' in second && second.logico;
  const isWritten = 'lista' in second || 'numero' in second || 'texto' in second;
  return bounds.chaves.includes(name) && (node.faz === 'igual' || node.faz === 'em') && isWritten;
}

/** A day that is the same for all rows. */
const isDay = (node: Expression): boolean => 'data' in node || daysFromToday(node) !== null;
