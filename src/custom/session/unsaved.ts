import { useEffect } from 'react';

/** What is open and not saved: decides whether a lost session signs in over the page, and whether a tab may close. */
const open = new Set<symbol>();
/** Of those, what the server does not hold either. */
const unkept = new Set<symbol>();

export const hasUnsaved = (): boolean => open.size > 0;
/** Something would be lost if the page were left now. */
export const hasUnkept = (): boolean => unkept.size > 0;

/** The page is being dropped for another person: nothing may hold it back. */
export const forgetUnsaved = () => {
  open.clear();
  unkept.clear();
};

/**
 * While `active`, leaving the page asks first, and an expired session keeps it. What is `kept` as a draft on the
 * server comes back, so nobody is asked when they leave; the session is still renewed over the page.
 */
export function useUnsaved(active: boolean, kept = false) {
  useEffect(() => {
    if (!active) return;
    const mark = Symbol('unsaved');
    open.add(mark);
    if (!kept) unkept.add(mark);
    return () => {
      open.delete(mark);
      unkept.delete(mark);
    };
  }, [active, kept]);
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (unkept.size > 0) event.preventDefault();
});
