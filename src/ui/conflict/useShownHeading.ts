import { type RefObject, useEffect, useRef } from 'react';

/** Brings a heading into sight and gives it the focus each time `what` is another: a conflict is never out of view. */
export function useShownHeading(what: unknown): RefObject<HTMLDivElement | null> {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!what) return;
    heading.current?.scrollIntoView?.({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
  }, [what]);
  return heading;
}
