import type { Operation } from '../../expression/operations.ts';
import { argumentsOf, type Expression, pathsOf } from '../../expression/tree.ts';
import { type TypeOf, typing } from '../../expression/typing.ts';
import type { MapEntities } from '../../map/entity.ts';
import { fieldType, type ResolvedPath, resolvePath } from '../../map/paths.ts';
import type { FileProblem } from '../problem.ts';
import { type PersonalMap, pathProblems } from './pathProblems.ts';
import { type ColumnType, type DeclarativeQuery, PERIODS } from './report.ts';
import { sumSentence } from './sums.ts';

type Column = DeclarativeQuery['colunas'][number];
type Columns = Pick<DeclarativeQuery, 'colunas'>;
type FieldOf = (path: string) => ResolvedPath | undefined;

/** Begins what an expression reads from another column of its query. No path of the map has a colon. */
const COLUMN = 'coluna:';

export const columnPath = (como: string): string => COLUMN + como;

/** The column that a path of an expression names. */
export const namedColumn = ({ colunas }: Columns, path: string): Column | undefined =>
  path.startsWith(COLUMN) ? colunas.find(({ como }) => como === path.slice(COLUMN.length)) : undefined;

/** Whether an expression is calculated from other columns, after what these make of the rows; else it is of each row. */
export const isOverColumns = (expr: Expression): boolean =>
  pathsOf(expr).some((path) => path.startsWith(COLUMN));

/** The paths of the map that an expression reads. */
export const fieldsRead = (expr: Expression): string[] =>
  pathsOf(expr).filter((path) => !path.startsWith(COLUMN));

/** What a calculated column may read: fields of its row, or other columns that are not calculated from columns themselves. */
export const calculatedTypes =
  (query: Columns, fieldOf: FieldOf): TypeOf =>
  (path) => {
    const column = namedColumn(query, path);
    if (path.startsWith(COLUMN)) {
      if (!column || (column.expr && isOverColumns(column.expr))) return undefined;
      const tipo = typeOfColumn(column, query, fieldOf);
      return tipo && { tipo, titulo: column.como };
    }
    const found = fieldOf(path);
    return found && !found.many ? fieldType(found) : undefined;
  };

/** What the values of a column are; undefined where it reads what there is not. */
export function typeOfColumn(column: Column, query: Columns, fieldOf: FieldOf): ColumnType | undefined {
  const { campo, expr, agregacao, formato } = column;
  if (agregacao?.startsWith('CONTAGEM')) return 'INTEIRO';
  const tipo = expr
    ? typing(expr, calculatedTypes(query, fieldOf)).typed?.tipo
    : campo === undefined
      ? undefined
      : fieldOf(campo)?.campo.tipo;
  if (formato && (tipo === 'DATA' || tipo === 'DATAHORA')) return PERIODS[formato];
  const isMade = agregacao === 'MEDIA' || (agregacao === 'SOMA' && expr);
  return isMade && tipo !== undefined && tipo !== 'DINHEIRO' ? 'DECIMAL' : tipo;
}

/** What is wrong with the calculated columns of a query, each problem at its control. */
export function calculatedProblems(query: DeclarativeQuery, entities: PersonalMap): FileProblem[] {
  const fieldOf: FieldOf = (path) => resolvePath(entities, query.conjunto, path);
  return query.colunas.flatMap((column, index) =>
    column.expr
      ? columnProblems(column.expr, column, { query, entities, fieldOf }, `/consulta/colunas/${index}`)
      : [],
  );
}

interface Judging {
  query: DeclarativeQuery;
  entities: PersonalMap;
  fieldOf: FieldOf;
}

function columnProblems(
  expr: Expression,
  { campo, agregacao, formato }: Column,
  judging: Judging,
  at: string,
): FileProblem[] {
  const { query, entities, fieldOf } = judging;
  const one = (pointer: string, message: string): FileProblem[] => [{ pointer, message }];
  if (campo !== undefined) return one(`${at}/expr`, 'Uma coluna tem um campo ou uma conta, não os dois.');
  if (formato)
    return one(
      `${at}/formato`,
      'O resultado de uma conta não se agrupa por tempo: use dia(), mês() ou ano() na conta.',
    );
  const fields = fieldsRead(expr);
  const ways = fields.flatMap((path) => {
    const found = fieldOf(path);
    return found ? (pathProblems(found, entities, `${at}/expr`) ?? []) : [];
  });
  if (ways.length > 0) return ways;
  const many = fields.map(fieldOf).find((found) => found?.many);
  if (many)
    return one(
      `${at}/expr`,
      `Há vários valores de ${many.titulo} em cada linha. Some-os em uma coluna, e faça a conta com essa coluna.`,
    );
  const overColumns = isOverColumns(expr);
  if (overColumns && fields.length > 0)
    return one(`${at}/expr`, 'Uma conta usa só colunas do relatório, ou só campos de cada linha.');
  const lost = pathsOf(expr).find(
    (path) => path.startsWith(COLUMN) && !calculatedTypes(query, fieldOf)(path),
  );
  if (lost)
    return one(
      `${at}/expr`,
      `A coluna ${lost.slice(COLUMN.length)} não existe, ou já é uma conta com colunas. Escolha outra.`,
    );
  const { typed, problems } = typing(expr, calculatedTypes(query, fieldOf));
  if (!typed) return problems.map((each) => ({ ...each, pointer: `${at}/expr${each.pointer}` }));
  if (overColumns && agregacao)
    return one(`${at}/agregacao`, 'Uma conta com colunas já é do grupo: fica sem cálculo.');
  if (agregacao !== 'SOMA' && agregacao !== 'MEDIA') return [];
  if (typed.kind !== 'NUMERO')
    return one(`${at}/agregacao`, 'O resultado desta conta não é número: não se soma nem tem média.');
  const message = unsummable(expr, agregacao, (path) => {
    const found = fieldOf(path);
    return found ? sumSentence(found, agregacao, entities[query.conjunto]) : null;
  });
  return message === null ? [] : one(`${at}/agregacao`, message);
}

/** Why what a calculation results in has no total, as the sum of shares is no share; `null` if it has. */
export const calculatedTotal = (
  expr: Expression,
  query: DeclarativeQuery,
  entities: MapEntities,
): string | null =>
  unsummable(expr, 'SOMA', (path) => {
    const column: Partial<Column> | undefined = path.startsWith(COLUMN)
      ? namedColumn(query, path)
      : { campo: path };
    if (column?.agregacao) return isSum(column) ? null : NO_AMOUNT;
    if (column?.expr) return calculatedTotal(column.expr, query, entities);
    const found =
      column?.campo === undefined ? undefined : resolvePath(entities, query.conjunto, column.campo);
    return found ? sumSentence(found, 'SOMA', entities[query.conjunto]) : NO_AMOUNT;
  });

const isSum = ({ agregacao }: Partial<Column>): boolean => agregacao === 'SOMA' || agregacao === 'CONTAGEM';

const NO_AMOUNT =
  'O resultado desta conta não é uma quantidade: não se soma. Escolha contagem, menor ou maior, ou deixe sem total.';
const RATIO =
  'A soma de uma divisão não diria nada. Some as partes em colunas, e divida essas colunas em outra.';

/** Why the results of an expression have no sum or mean; null if they have. */
function unsummable(
  expr: Expression,
  agregacao: 'SOMA' | 'MEDIA',
  ofField: (path: string) => string | null,
): string | null {
  const found = amountOf(expr, agregacao, ofField);
  return found === NUMBER ? NO_AMOUNT : found;
}

/** What is neither an amount nor forbids one: a written number. */
const NUMBER = Symbol('number');

function amountOf(
  node: Expression,
  agregacao: 'SOMA' | 'MEDIA',
  ofField: (path: string) => string | null,
): string | null | typeof NUMBER {
  if ('campo' in node) return ofField(node.campo);
  if (!('faz' in node)) return NUMBER;
  const each = (parts: readonly Expression[]) => parts.map((part) => amountOf(part, agregacao, ofField));
  const { faz, de } = node;
  if (DURATIONS.has(faz)) return null;
  if (faz === 'vezes') {
    const factors = each(de);
    return factors.includes(null) ? null : (factors.find((one) => one !== NUMBER) ?? NUMBER);
  }
  if (faz === 'dividido') {
    const [dividend = NUMBER, divisor] = each(de);
    return divisor === NUMBER || agregacao === 'MEDIA' ? dividend : RATIO;
  }
  if (!JOINING.has(faz)) return NO_AMOUNT;
  const parts = each(faz === 'se' || faz === 'caso' ? resultsOf(argumentsOf(node)) : de);
  return parts.find((one) => typeof one === 'string') ?? (parts.includes(null) ? null : NUMBER);
}

const DURATIONS: ReadonlySet<Operation> = new Set(['dias', 'horas']);
const JOINING: ReadonlySet<Operation> = new Set(['mais', 'menos', 'oposto', 'se', 'caso']);

/** The results of `se` and `caso`, without their conditions. */
const resultsOf = (parts: readonly Expression[]): Expression[] =>
  parts.filter((_, index) => index % 2 === 1 || index === parts.length - 1);
