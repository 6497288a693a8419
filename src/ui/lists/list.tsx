import Button from '@mui/material/Button';
import {
  type ListControllerProps,
  type ListControllerResult,
  type RaRecord,
  useListController,
} from 'ra-core';
import { useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { Paginator } from '#contract/route.ts';
import { DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import type { Continued, ContinuedPaginator } from '#data/continuedPages.ts';
import { storeForPerson } from '#data/session.ts';
import { maskedMiss } from '../components/maskedMiss.ts';
import { EmptyState } from '../shell/states/StateMessage.tsx';

type Noun = readonly [one: string, many: string];

/** How far a list goes on below its page. */
export interface Scrolling {
  isOn: boolean;
  change: (isOn: boolean) => void;
  /** The pages that are shown below each other. */
  pages: number;
  show: (pages: number) => void;
  /** Whether more of them are on their way. */
  isGrowing: boolean;
  /** Why they did not come. */
  failure: unknown;
}

/** A list that may go on below its page, as far as it is scrolled: one request for all its rows, so that they are of one moment. */
export type ContinuedList<Row extends RaRecord> = ListControllerResult<Row> & { scrolling: Scrolling };

/** A resource's list as every page of one shows it; the bar itself waits until a search is typed. */
export function useList<Row extends RaRecord>(
  resource: string,
  { field, order }: { field: string; order: 'ASC' | 'DESC' },
  rest: Pick<ListControllerProps<Row>, 'filterDefaultValues' | 'perPage'> = {},
): ContinuedList<Row> {
  const stored = `${resource.toUpperCase()}.rolagem`;
  const [isOn, setOn] = useState(() => localStorage.getItem(stored) === '1');
  // Filters, order and page stand in the address: with another one the list begins anew.
  const { search } = useLocation();
  const place = `${resource}${search}`;
  const isBack = useNavigationType() === 'POP';
  const [wanted, setWanted] = useState(() => ({ place, pages: isBack ? (left.get(place) ?? 1) : 1 }));
  const pages = wanted.place === place ? wanted.pages : 1;
  // The same from one rendering to the next: with another one react-admin writes what it remembers into the address once more, over the
  // tab that was pressed meanwhile.
  const sort = useMemo(() => ({ field, order }), [field, order]);
  const list = useListController<Row>({
    resource,
    sort,
    perPage: 25,
    debounce: 0,
    queryOptions: isOn ? { ...SAID_BY_THE_TABLE, meta: { pages } satisfies Continued } : SAID_BY_THE_TABLE,
    ...rest,
  });
  const { filterValues: seen, setFilters: set } = list;
  const setFilters = useMemo((): typeof set => {
    // What was asked for last, which those that a change is made from may not be yet: a word and a tab at the same moment are both kept.
    let asked: Record<string, unknown> = seen;
    // `named`: the one filter that is meant even if it is the one that is shown: a tab, and back before the list has heard of it.
    return (next, named) => {
      if (named && `${asked[named]}` === `${next[named]}`) return;
      asked = Object.fromEntries(
        Object.keys({ ...asked, ...next }).map((key) => [
          key,
          (key !== named && `${seen[key]}` === `${next[key]}` ? asked : next)[key],
        ]),
      );
      set(asked);
    };
  }, [seen, set]);
  const change = (next: boolean) => {
    storeForPerson(localStorage, stored, next ? '1' : '');
    setOn(next);
  };
  const show = (next: number) => {
    left.set(place, next);
    setWanted({ place, pages: next });
  };
  const meta = (isOn && (list.meta as ContinuedPaginator | undefined)) || undefined;
  // The rows above stay as they are meanwhile.
  const isGrowing = isOn && pages > 1 && list.isPlaceholderData === true;
  const isPlaceholderData = list.isPlaceholderData && !isGrowing;
  const scrolling = { isOn, change, pages: meta?.pages ?? 1, show, isGrowing, failure: meta?.failure };
  return { ...list, setFilters, isPlaceholderData, scrolling } as ContinuedList<Row>;
}

/** How many pages each list showed when it was left. */
const left = new Map<string, number>();

/** Without this, react-admin also says in a toast why a request failed. */
const SAID_BY_THE_TABLE = { onError: () => undefined };

/** The count beside the page's title: '23 tickets', '10.000+ tickets'; nothing until it is known. */
export const listCount = (
  { total, meta }: Pick<ListControllerResult, 'total' | 'meta'>,
  [one, many]: Noun,
) =>
  total === undefined
    ? null
    : formatCount(total, one, many, DISPLAY_CAP, (meta as Paginator | undefined)?.mais);

interface NothingFoundProps {
  /** 'Nenhuma coleta'. */
  none: string;
  /** What else to search for, or a whole sentence. */
  hint?: string | undefined;
  /** What was searched for: of a personal value it is said who finds nothing by it. */
  term?: unknown;
  onClear: () => void;
}

/** A list that its filters leave empty, and how to see it again. */
export const NothingFound = ({ none, hint = 'outra palavra', term = '', onClear }: NothingFoundProps) => (
  <EmptyState
    title={`${none} com estes filtros`}
    text={maskedMiss(String(term)) ?? (hint.endsWith('.') ? hint : `Tire um filtro ou procure por ${hint}.`)}
    actions={
      <Button variant="outlined" onClick={onClear}>
        Limpar filtros
      </Button>
    }
  />
);
