import type { MapEntities } from '../../map/entity.ts';
import { formatCount } from '../format.ts';
import { OTHERS } from './figures.ts';
import { mayBeSummed } from './groupFigures.ts';
import type { DeclarativeQuery, ReportColumn, ReportDefinition } from './report.ts';
import { cellText, compareCells, type ReportCell } from './results.ts';

/** Values that become columns, and cells of figures, at most. */
export const CROSSED = { values: 24, cells: 5_000 };

/** A column of a crossed table: of one value, of all others, or of all. */
export interface CrossedColumn extends ReportColumn {
  /** The column of the query whose figures it holds; absent in the columns that name a row. */
  de?: string;
  /** The value that it stands for, in the column of the query that became columns; absent where it is of several. */
  valor?: ReportCell;
  /** Its title on two levels, where several figures stand below a value. */
  niveis?: readonly [above: string, below: string];
}

/** A value that becomes a column, and the place at which its figures are read: the first has the most, or is the newest. */
export interface PlacedValue {
  valor: ReportCell;
  casa: number;
}

/** Which figures a crossed table shows, and where: `casa` is the place of a value, 0 stands for all others, and −1 for all. */
interface Figure {
  column: DeclarativeQuery['colunas'][number];
  casa: number;
  shown: CrossedColumn;
}

export interface CrossedTable {
  keys: readonly ReportColumn[];
  figures: readonly Figure[];
  columns: readonly CrossedColumn[];
}

/** The values as they stand from left to right: in their own order, the other way round if the query orders them so. */
export function orderedValues(
  { cruza, ordem = [] }: DeclarativeQuery,
  column: ReportColumn,
  values: readonly PlacedValue[],
): PlacedValue[] {
  const descending = ordem.find(({ coluna }) => coluna === cruza)?.direcao === 'DESC';
  return [...values].sort((one, other) => compareCells(one.valor, other.valor, column, descending));
}

/** The columns of a crossed table. Sums stand at its edges only where figures may be added. */
export function crossedTable(
  query: DeclarativeQuery,
  declared: readonly ReportColumn[],
  { values, more, entities }: { values: readonly PlacedValue[]; more: boolean; entities: MapEntities },
): CrossedTable {
  const columnOf = (campo: string) => query.colunas.find(({ como }) => como === campo);
  const crossing = declared.find(({ campo }) => campo === query.cruza);
  const keys = declared.filter(({ campo }) => campo !== query.cruza && !columnOf(campo)?.agregacao);
  const measured = declared.flatMap((column) => {
    const of = columnOf(column.campo);
    if (!of?.agregacao) return [];
    return [{ column, of, sums: mayBeSummed(of, query.conjunto, entities) }];
  });
  const only = measured.length === 1;
  const places = [
    ...values.map(({ valor, casa }) => ({ casa, valor, name: nameOf(valor, crossing) })),
    ...(more ? [{ casa: 0, valor: undefined, name: OTHERS }] : []),
    { casa: -1, valor: undefined, name: 'Total' },
  ];
  const figures = places.flatMap(({ casa, valor, name }) =>
    measured
      .filter(({ sums }) => casa > 0 || sums)
      .map(({ column, of, sums }): Figure => {
        const { total: _, titulo, ...rest } = column;
        const suffix = casa > 0 ? String(casa) : casa === 0 ? 'outros' : 'total';
        const shown: CrossedColumn = {
          ...rest,
          campo: `${column.campo}__${suffix}`,
          titulo: only ? name : `${name} · ${titulo}`,
          de: column.campo,
          ...(sums && { total: 'SOMA' as const }),
          ...(valor !== undefined && { valor }),
          ...(!only && { niveis: [name, titulo] as const }),
        };
        return { column: of, casa, shown };
      }),
  );
  return { keys, figures, columns: [...keys, ...figures.map(({ shown }) => shown)] };
}

const nameOf = (valor: ReportCell, crossing: ReportColumn | undefined): string =>
  cellText(valor, crossing ?? { tipo: 'TEXTO' }) || '(vazio)';

/** The rows of a crossed table that fit into its cells. */
export const rowsThatFit = ({ figures }: CrossedTable): number =>
  Math.max(1, Math.floor(CROSSED.cells / Math.max(1, figures.length)));

/** What is said where not every value has a column; empty where each has. */
export function leftValuesText(
  { figures }: CrossedTable,
  { all, column }: { all: number; column: ReportColumn | undefined },
): string {
  if (all <= CROSSED.values) return '';
  const others = figures.some(({ casa }) => casa === 0);
  const left = formatCount(all - CROSSED.values, 'valor', 'valores');
  return others
    ? `${column?.titulo ?? 'A coluna'} tem ${all} valores: ${CROSSED.values} têm coluna, e ${left} ${all - CROSSED.values === 1 ? 'está' : 'estão'} em "${OTHERS}".`
    : `${column?.titulo ?? 'A coluna'} tem ${all} valores: ${CROSSED.values} têm coluna, e ${left} não ${all - CROSSED.values === 1 ? 'aparece' : 'aparecem'}. Filtre para vê-los.`;
}

/** The chart of a crossed table: a series for each of its first values. */
export function crossedChart(
  grafico: ReportDefinition['grafico'],
  { figures, keys }: CrossedTable,
): ReportDefinition['grafico'] {
  if (!grafico || !keys.some(({ campo }) => campo === grafico.eixo)) return undefined;
  const [first] = grafico.series;
  const series = figures
    .filter(({ casa, shown }) => casa > 0 && shown.de === first)
    .slice(0, MAX_SERIES)
    .map(({ shown }) => shown.campo);
  return series.length === 0 || grafico.tipo === 'PIZZA' ? undefined : { ...grafico, series };
}

const MAX_SERIES = 6;
