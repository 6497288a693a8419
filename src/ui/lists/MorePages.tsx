import type { RaRecord } from 'ra-core';
import { type RefObject, useEffect } from 'react';
import { Button } from '../components/Button.tsx';
import { useStableCallback } from '../components/useStableCallback.ts';
import { Failure } from '../shell/states/StateMessage.tsx';
import { useIsPhone } from '../theme/windowWidth.ts';
import type { ContinuedList } from './list.tsx';

/** As many rows as a list holds at once; its page links lead on from there. */
const MAX_ROWS = 1_000;
/** Pixels below what is shown, at which further pages are requested. */
const AHEAD = 1_200;

interface MorePagesProps<Row extends RaRecord> {
  list: ContinuedList<Row>;
  lastPage: number;
  /** As many rows as the list may hold, if fewer. */
  most?: number | undefined;
  /** What the rows scroll in, where that is not the page. */
  scroller: RefObject<HTMLElement | null>;
}

/**
 * Asks for the pages below those that are shown when their place is nearly reached. All rows are read again each time, so that they are
 * of one moment; twice as many at a time, so that this costs little. On a phone by a button, below which the foot of the list stays.
 */
export function MorePages<Row extends RaRecord>({ list, lastPage, most, scroller }: MorePagesProps<Row>) {
  const { data, page, perPage, scrolling } = list;
  const { pages, isGrowing, failure } = scrolling;
  const isPhone = useIsPhone();
  const allowed = Math.max(1, Math.floor(Math.min(MAX_ROWS, most ?? MAX_ROWS) / perPage));
  const wanted = Math.min(2 * pages, lastPage - page + 1, allowed);
  const hasMore = data !== undefined && !list.isPlaceholderData && wanted > pages;
  const loadAhead = useStableCallback(() => {
    if (!hasMore || isGrowing || isPhone || failure) return;
    if (pixelsBelow(scroller.current) < AHEAD) scrolling.show(wanted);
  });
  useEffect(() => {
    // Scrolling does not bubble, and the rows may scroll in the table or with the page.
    const options = { capture: true, passive: true };
    window.addEventListener('scroll', loadAhead, options);
    return () => window.removeEventListener('scroll', loadAhead, options);
  }, [loadAhead]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added may not reach the end of the window
  useEffect(() => loadAhead(), [data, isGrowing, hasMore, loadAhead]);
  return (
    <>
      <Failure answer={{ data, error: failure, refetch: list.refetch }} />
      {isPhone && hasMore && !failure && (
        <Button loading={isGrowing} onClick={() => scrolling.show(wanted)}>
          Carregar mais
        </Button>
      )}
    </>
  );
}

function pixelsBelow(scroller: HTMLElement | null): number {
  const place =
    scroller && scroller.scrollHeight > scroller.clientHeight ? scroller : document.documentElement;
  return place.scrollHeight - place.scrollTop - place.clientHeight;
}
