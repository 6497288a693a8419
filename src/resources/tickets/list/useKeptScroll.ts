import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';

/** How far the table was scrolled when the list was left. */
let left = 0;

/** The table inside `box` stands where it was left when somebody comes back to the list. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, ready: boolean): void {
  const back = useNavigationType() === 'POP';
  const due = useRef(back && left > 0);
  useEffect(() => {
    if (!ready || !due.current) return;
    due.current = false;
    const table = scrollerIn(box.current);
    if (table) table.scrollTop = left;
  }, [ready, box]);
  useLayoutEffect(() => {
    const here = box.current;
    return () => {
      left = scrollerIn(here)?.scrollTop ?? 0;
    };
  }, [box]);
}

const scrollerIn = (box: HTMLElement | null) => box?.querySelector('table')?.parentElement;
