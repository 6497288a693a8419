import { useQueries } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'ra-core';
import { type RefObject, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { Paginator } from '#contract/route.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import { type Answer, Failure } from '../shell/states/StateMessage.tsx';
import type { ContinuedList } from './list.tsx';

/** As many rows as a list holds at once; its page links lead on from there. */
const MAX_ROWS = 1_000;
/** Pixels below what is shown, at which the next page is requested. */
const AHEAD = 1_200;

/** How many pages below the first each list showed when it was left, by everything that determines its rows. */
const left = new Map<string, number>();

interface MorePagesProps<Row extends RaRecord> {
  list: ContinuedList<Row>;
  lastPage: number;
  /** What the rows scroll in, where that is not the page. */
  scroller: RefObject<HTMLElement | null>;
}

/** Loads the pages below the one that is shown, one after the other, each when its place is nearly reached. */
export function MorePages<Row extends RaRecord>({ list, lastPage, scroller }: MorePagesProps<Row>) {
  const { resource, page, perPage, sort, filterValues: filter, scrolling } = list;
  const { key, onFurther } = scrolling;
  const provider = useDataProvider();
  const isBack = useNavigationType() === 'POP';
  const [wanted, setWanted] = useState(() => ({ key, pages: isBack ? (left.get(key) ?? 0) : 0 }));
  const most = Math.max(0, Math.min(lastPage - page, Math.floor(MAX_ROWS / perPage) - 1));
  const pages = wanted.key === key ? Math.min(wanted.pages, most) : 0;
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, index) => {
      const params = { pagination: { page: page + 1 + index, perPage }, sort, filter };
      return {
        // The key of react-admin's own lists, so that what changes a row of theirs changes it here.
        queryKey: [resource, 'getList', params],
        queryFn: () => provider.getList<Row>(resource, params),
      };
    }),
    combine: combined<Row>,
  });
  const { rows, loaded, failure, cursor } = answers;
  const isLoading = loaded < pages && !failure.error;
  useEffect(() => {
    left.set(key, pages);
    onFurther({ key, rows, pages: loaded, isLoading, cursor });
  }, [key, pages, rows, loaded, isLoading, cursor, onFurther]);

  const isReady = list.data !== undefined && !list.isPlaceholderData;
  const loadAhead = useStableCallback(() => {
    if (!isReady || isLoading || failure.error || pages >= most) return;
    if (pixelsBelow(scroller.current) < AHEAD) setWanted({ key, pages: pages + 1 });
  });
  useEffect(() => {
    // Scrolling does not bubble, and the rows may scroll in the table or with the page.
    const options = { capture: true, passive: true };
    window.addEventListener('scroll', loadAhead, options);
    return () => window.removeEventListener('scroll', loadAhead, options);
  }, [loadAhead]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added may not reach the end of the window
  useEffect(() => loadAhead(), [isReady, rows, most, loadAhead]);
  return <Failure answer={failure} />;
}

interface PageAnswer<Row> {
  data: { data: Row[]; meta?: Paginator } | undefined;
  error: unknown;
  refetch: () => unknown;
}

const NO_FAILURE: Answer = { error: null, refetch: () => undefined };

/** The rows of the pages up to the first that is not there. */
function combined<Row>(answers: readonly PageAnswer<Row>[]) {
  const missing = answers.findIndex(({ data }) => data === undefined);
  const loaded = missing < 0 ? answers.length : missing;
  return {
    rows: answers.slice(0, loaded).flatMap(({ data }) => data?.data ?? []),
    loaded,
    cursor: answers[loaded - 1]?.data?.meta?.proximo,
    // The pages that are there stay.
    failure: answers.find(({ error, data }) => error && data === undefined) ?? NO_FAILURE,
  };
}

function pixelsBelow(scroller: HTMLElement | null): number {
  const place =
    scroller && scroller.scrollHeight > scroller.clientHeight ? scroller : document.documentElement;
  return place.scrollHeight - place.scrollTop - place.clientHeight;
}
