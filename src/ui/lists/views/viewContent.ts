import type { ListControllerResult, RaRecord } from 'ra-core';
import type { ViewContent } from '#contract/config/savedViews.ts';
import { GROUPED_BY } from '#data/resources.ts';
import { storeForPerson } from '#data/session.ts';
import type {
  ColumnPreferences,
  useColumnPreferences,
} from '../../components/ColumnChooser/useColumnPreferences.ts';
import {
  type Filter,
  type FilterValues,
  keysOf,
  listOf,
  takesSeveral,
} from '../../components/FilterBar/filters.ts';

/** What the list currently shows, and how. */
export interface ListState {
  values: FilterValues;
  sort: { field: string; order: string };
  perPage: number;
  columns: ColumnPreferences;
}

/** The list's state in a view's format; equal states always have equal content. */
export const contentOf = ({ values, sort, perPage, columns }: ListState): ViewContent => ({
  filtros: Object.keys(values)
    .filter((key) => listOf(values, key).length > 0)
    .sort()
    .map((chave) => ({ chave, valores: [...listOf(values, chave)] })),
  ordem: { campo: sort.field, direcao: sort.order === 'ASC' ? 'ASC' : 'DESC' },
  colunas: { ordem: [...columns.order], ocultas: [...columns.hidden], densidade: columns.density },
  porPagina: perPage,
});

/** The search keys of the lists, and what they are grouped by, which are not among their filters. */
const SEARCHES = new Set(['termo', 'q', 'texto', GROUPED_BY]);

/** The ends of a range of an extra field (src/dataProvider/resources.ts). */
const END = /^campo:\w+:\w+$/;

/** A view stores every value as a list; the address uses lists only for filters with several values. */
export const valuesOf = ({ filtros }: ViewContent, filters: readonly Filter[]): FilterValues => {
  const single = new Set(filters.filter((filter) => !takesSeveral(filter)).flatMap(keysOf));
  const isSingle = (key: string) => single.has(key) || SEARCHES.has(key) || END.test(key);
  return Object.fromEntries(
    filtros.map(({ chave, valores }) => [chave, isSingle(chave) ? (valores[0] ?? '') : valores]),
  );
};

export const columnsOf = ({ colunas }: ViewContent): ColumnPreferences | null =>
  colunas ? { order: colunas.ordem, hidden: colunas.ocultas, density: colunas.densidade } : null;

const textOf = ({ filtros, ordem, colunas, porPagina }: ViewContent) =>
  JSON.stringify([
    filtros.map(({ chave, valores }) => [chave, valores]).sort(),
    ordem && [ordem.campo, ordem.direcao],
    colunas && [colunas.ordem, colunas.ocultas, colunas.densidade],
    porPagina,
  ]);

/** Compared independently of key order, which may differ in the server's response. */
export const sameContent = (one: ViewContent, other: ViewContent): boolean => textOf(one) === textOf(other);

interface Parts<Row extends RaRecord> {
  list: Pick<ListControllerResult<Row>, 'sort' | 'perPage' | 'setSort' | 'setPerPage'>;
  values: FilterValues;
  setValues: (values: FilterValues) => void;
  columns: Pick<ReturnType<typeof useColumnPreferences>, 'preferences' | 'change'>;
}

/** The list's current state in a view's format, and a function that applies a view's state to it. */
export const listState = <Row extends RaRecord>({ list, values, setValues, columns }: Parts<Row>) => ({
  state: { values, sort: list.sort, perPage: list.perPage, columns: columns.preferences } satisfies ListState,
  apply: (next: Partial<ListState>) => {
    if (next.values) setValues(next.values);
    if (next.sort) list.setSort({ field: next.sort.field, order: next.sort.order as 'ASC' | 'DESC' });
    if (next.perPage) list.setPerPage(next.perPage);
    // Column widths belong to the person and are kept, whatever the view contains.
    if (next.columns) columns.change({ ...columns.preferences, ...next.columns });
  },
});

const hadViewsKey = (list: string) => `${list.toUpperCase()}.temVisoes`;

/**
 * Whether this browser's list had views last time, in which case space is reserved for their tabs so that nothing moves down.
 */
export const hadViews = (list: string) => localStorage.getItem(hadViewsKey(list)) === '1';

export const rememberViews = (list: string, some: boolean) =>
  storeForPerson(localStorage, hadViewsKey(list), some ? '1' : '');
