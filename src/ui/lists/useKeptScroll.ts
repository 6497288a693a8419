import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';

/** How far each list was scrolled when it was left, in pixels. */
const left = new Map<string, number>();

/** Puts the rows of a list back to where they were when the person returns to it. */
export function useKeptScroll(list: string, scroller: RefObject<HTMLElement | null>, ready: boolean): void {
  const back = useNavigationType() === 'POP';
  const due = useRef(back && left.has(list));
  useEffect(() => {
    if (!ready || !due.current) return;
    due.current = false;
    if (scroller.current) scroller.current.scrollTop = left.get(list) ?? 0;
  }, [ready, list, scroller]);
  useLayoutEffect(() => {
    const here = scroller.current;
    return () => {
      left.set(list, here?.scrollTop ?? 0);
    };
  }, [list, scroller]);
}
