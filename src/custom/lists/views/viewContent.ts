import type { ViewContent } from '../../../../contract/config/savedViews.ts';
import type { ColumnPreferences } from '../../components/ColumnChooser/columnPreferences.ts';
import { type FilterValues, listOf } from '../../components/FilterBar/filters.ts';

/** What the list shows now, and how. */
export interface ListState {
  values: FilterValues;
  sort: { field: string; order: string };
  perPage: number;
  columns: ColumnPreferences;
}

/** As a view keeps it; the same state is always the same content. */
export const contentOf = ({ values, sort, perPage, columns }: ListState): ViewContent => ({
  filtros: Object.keys(values)
    .filter((key) => listOf(values, key).length > 0)
    .sort()
    .map((chave) => ({ chave, valores: [...listOf(values, chave)] })),
  ordem: { campo: sort.field, direcao: sort.order === 'ASC' ? 'ASC' : 'DESC' },
  colunas: { ordem: [...columns.order], ocultas: [...columns.hidden], densidade: columns.density },
  porPagina: perPage,
});

/** Filters that take one value; the others are lists in the address. */
const SINGLE = new Set([
  'termo',
  'q',
  'dtIni',
  'dtFim',
  'idCli',
  'prazo',
  'arquivado',
  'prospect',
  'bloqueado',
]);
/** The ends of a span of an extra field (src/dataProvider/fieldFilters.ts). */
const END = /^campo:\w+:\w+$/;

export const valuesOf = ({ filtros }: ViewContent): FilterValues =>
  Object.fromEntries(
    filtros.map(({ chave, valores }) => [
      chave,
      SINGLE.has(chave) || END.test(chave) ? (valores[0] ?? '') : valores,
    ]),
  );

export const columnsOf = ({ colunas }: ViewContent): ColumnPreferences | null =>
  colunas ? { order: colunas.ordem, hidden: colunas.ocultas, density: colunas.densidade } : null;

/** Keys of the server's answer may stand in another order. */
export const sameContent = (one: ViewContent, other: ViewContent): boolean => textOf(one) === textOf(other);

const textOf = ({ filtros, ordem, colunas, porPagina }: ViewContent) =>
  JSON.stringify([
    filtros.map(({ chave, valores }) => [chave, valores]).sort(),
    ordem && [ordem.campo, ordem.direcao],
    colunas && [colunas.ordem, colunas.ocultas, colunas.densidade],
    porPagina,
  ]);
