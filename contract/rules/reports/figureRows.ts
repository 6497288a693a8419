import type { Expression } from '../../expression/tree.ts';
import type { MapEntities } from '../../map/entity.ts';
import { type PathStep, resolvePath } from '../../map/paths.ts';
import { pageEntityOf } from '../../map/recordPages.ts';
import { fieldsRead, isOverColumns } from './calculated.ts';
import { type Grain, OTHERS } from './figures.ts';
import type { DeclarativeQuery, ReportColumn } from './report.ts';
import type { ReportCell } from './results.ts';
import { manyStepOf, partsOfWhere } from './where.ts';

/** What all rows of a group have in common. */
export interface GroupValue {
  campo: string;
  formato?: Grain;
  valor: ReportCell;
}

/** A query for the rows of a group, which no file can say: its values come from a result. */
export type RowsQuery = DeclarativeQuery & {
  grupo?: readonly GroupValue[];
  /** A field without which a row was not counted. */
  contado?: string;
  /** The moment that 'today' is counted from: that of the figure, which may have been made yesterday. */
  em?: string;
};

/** Which figures of a result lead to their rows, and the columns that name their groups. */
export interface FigureDetail {
  grupo: string[];
  figuras: string[];
  /** What a row of several groups is called, which leads nowhere. */
  outros: string | null;
  /** The column whose values became columns, and belong to the group of a figure. */
  cruza: string | null;
}

type Shown = ReportColumn & { de?: string; valor?: ReportCell };

/**
 * `null` where there are no groups, where their names are hidden from the person, or where one is calculated: no filter would find
 * its rows again.
 */
export function figureDetail(
  query: DeclarativeQuery,
  columns: readonly Shown[],
  hidden: ReadonlyMap<string, unknown>,
): FigureDetail | null {
  const columnOf = (campo: string | undefined) => query.colunas.find(({ como }) => como === campo);
  const keys = query.colunas.filter(({ agregacao }) => !agregacao);
  if (keys.some(({ como }) => hidden.has(como)) || keys.length === query.colunas.length) return null;
  if (query.colunas.some(isCalculatedKey)) return null;
  return {
    grupo: columns
      .filter(({ de, campo }) => de === undefined && !columnOf(campo)?.agregacao && !columnOf(campo)?.expr)
      .map(({ campo }) => campo),
    figuras: columns.flatMap((column) => {
      const of = columnOf(column.de ?? column.campo);
      const several = column.de !== undefined && column.campo.endsWith('__outros');
      return of?.agregacao && of.mostra !== 'ACUMULADO' && !several ? [column.campo] : [];
    }),
    outros: query.primeiros?.outros ? OTHERS : null,
    cruza: query.cruza ?? null,
  };
}

const isCalculatedKey = ({ expr, agregacao }: DeclarativeQuery['colunas'][number]): boolean =>
  expr !== undefined && !agregacao && !isOverColumns(expr);

/** Calculations that pass over the rows whose field is empty; to a sum or an extreme these rows add nothing either way. */
const PASSING_OVER: ReadonlySet<string> = new Set(['CONTAGEM', 'CONTAGEM_DISTINTA', 'MEDIA']);

/** Columns of a list of rows, at most. */
const MAX_COLUMNS = 10;

/**
 * The rows that a figure was made of: those of the query with the values of its group. A figure of many related rows is made of
 * these, so they are shown, each with the way back to what it belongs to. `undefined` if there is no such figure.
 */
export function rowsOfFigure(
  query: DeclarativeQuery,
  entities: MapEntities,
  { grupo, coluna }: { grupo: Readonly<Record<string, ReportCell>>; coluna: string },
): { query: RowsQuery; columns: ReportColumn[] } | undefined {
  const figure = query.colunas.find(({ como }) => como === coluna);
  if (!figure?.agregacao || query.colunas.some(isCalculatedKey)) return undefined;
  const group = query.colunas.flatMap(({ campo, como, agregacao, formato }): GroupValue[] =>
    campo === undefined || agregacao || !Object.hasOwn(grupo, como)
      ? []
      : [{ campo, valor: grupo[como] ?? null, ...(formato && { formato }) }],
  );
  const path = figure.campo === undefined ? undefined : resolvePath(entities, query.conjunto, figure.campo);
  const step = path?.many ? path.steps[0] : undefined;
  const from = startOf(query, entities, step);
  if (!from) return undefined;
  const { conjunto, pathFrom, whereFrom } = from;
  const filtros = (query.filtros ?? []).flatMap((filter) => {
    const campo = pathFrom(filter.campo);
    return campo === null ? [] : [{ ...filter, campo }];
  });
  const onde = query.onde && whereFrom(query.onde);
  const values = group.flatMap((value) => {
    const campo = pathFrom(value.campo);
    return campo === null ? [] : [{ ...value, campo }];
  });
  const about = figure.campo === undefined ? null : pathFrom(figure.campo);
  const shown = shownFields(entities, conjunto, [
    ...values.map(({ campo }) => campo),
    about,
    ...(figure.expr ? fieldsRead(figure.expr) : []),
  ]);
  const columns = shown.map((campo, index) => columnOf(entities, conjunto, campo, index));
  return {
    columns,
    query: {
      tipo: 'DECLARATIVA',
      conjunto,
      colunas: shown.map((campo, index) => ({ campo, como: `c${index + 1}` })),
      ...(filtros.length > 0 && { filtros }),
      ...(onde && { onde }),
      grupo: values,
      ...(about !== null && PASSING_OVER.has(figure.agregacao) && { contado: about }),
    },
  };
}

interface Start {
  conjunto: string;
  /** A path of the query as it is from there; `null` if it says nothing about these rows. */
  pathFrom: (path: string) => string | null;
  whereFrom: (where: Expression) => Expression | undefined;
}

/** From where rows are read: the query's entity, or the many rows that a figure adds up. */
function startOf(
  query: DeclarativeQuery,
  entities: MapEntities,
  step: PathStep | undefined,
): Start | undefined {
  if (!step) {
    // Conditions on related rows chose what their own calculations counted.
    const isOwn = (path: string) => !resolvePath(entities, query.conjunto, path)?.many;
    return {
      conjunto: query.conjunto,
      pathFrom: (path) => (isOwn(path) ? path : null),
      whereFrom: (where) =>
        joined(partsOfWhere(where).filter(({ node }) => manyStepOf(entities, query.conjunto, node) === null)),
    };
  }
  const back = Object.entries(entities[step.alvo]?.relacoes ?? {}).find(
    ([, { alvo, volta }]) => alvo === query.conjunto && volta.chave === step.chave,
  )?.[0];
  if (back === undefined) return undefined;
  const pathFrom = (path: string) => {
    const many = resolvePath(entities, query.conjunto, path)?.many;
    if (path.startsWith(`${step.chave}.`)) return path.slice(step.chave.length + 1);
    return many ? null : `${back}.${path}`;
  };
  return {
    conjunto: step.alvo,
    pathFrom,
    whereFrom: (where) =>
      joined(
        partsOfWhere(where)
          .filter(({ node }) => {
            const many = manyStepOf(entities, query.conjunto, node);
            return many === null || many.chave === step.chave;
          })
          .map(({ node }) => ({ node: renamed(node, (path) => pathFrom(path) ?? path) })),
      ),
  };
}

const joined = (parts: readonly { node: Expression }[]): Expression | undefined =>
  parts.length === 0 ? undefined : { faz: 'todas', de: parts.map(({ node }) => node) };

function renamed(node: Expression, name: (path: string) => string): Expression {
  if ('campo' in node) return { ...node, campo: name(node.campo) };
  return 'faz' in node ? { ...node, de: node.de.map((each) => renamed(each, name)) } : node;
}

/** What leads to a page, what the figure is about, the usual period, and then what comes first in the entity. */
function shownFields(entities: MapEntities, conjunto: string, asked: readonly (string | null)[]): string[] {
  const { chave = [], periodo, campos = {} } = entities[conjunto] ?? {};
  const first = Object.entries(campos)
    .filter(([, { titulo }]) => !/\((chave|código)/.test(titulo))
    .map(([field]) => field);
  const all = [
    ...chave,
    ...LEADING.filter((field) => Object.hasOwn(campos, field)),
    ...asked.filter((path) => path !== null),
    ...(periodo === undefined ? [] : [periodo]),
    ...first,
  ];
  return [...new Set(all)].slice(0, MAX_COLUMNS);
}

/** Fields by which most rows lead on: what they are part of, and whose they are. */
const LEADING = ['ticket_id', 'pedido_id', 'nota_id', 'cliente_id'];

function columnOf(entities: MapEntities, conjunto: string, campo: string, index: number): ReportColumn {
  const path = resolvePath(entities, conjunto, campo);
  const abre = pageEntityOf(entities, conjunto, campo);
  return {
    campo: `c${index + 1}`,
    titulo: path?.titulo ?? campo,
    tipo: path?.campo.tipo ?? 'TEXTO',
    ...(abre && { abre }),
  };
}
