import { useEffect } from 'react';

/** What is open and not saved: decides whether a lost session signs in over the page, and whether a tab may close. */
const open = new Set<symbol>();

export const hasUnsaved = (): boolean => open.size > 0;

/** The page is being dropped for another person: nothing may hold it back. */
export const forgetUnsaved = () => open.clear();

/** While `active`, leaving the page asks first, and an expired session keeps it. */
export function useUnsaved(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const mark = Symbol('unsaved');
    open.add(mark);
    return () => {
      open.delete(mark);
    };
  }, [active]);
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});
