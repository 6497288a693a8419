import { createContext, useContext, useEffect } from 'react';

/**
 * Forms with unsaved input: they determine whether a lost session is renewed over the page, and whether a tab may be closed.
 */
const open = new Set<symbol>();
/** The subset whose input is not on the server either. */
const unkept = new Set<symbol>();

/** Forms whose input would be lost on navigating to another page, because it is not saved as a draft. */
const losable = new Set<symbol>();

export const hasUnsaved = (): boolean => open.size > 0;
/** Whether leaving the site now would lose something. */
export const hasInputNotOnServer = (): boolean => unkept.size > 0;

/** Whether navigating to another page of the console would lose something. */
export const wouldLoseOnNavigation = (): boolean => losable.size > 0;

/** Called when the page is being abandoned for another person, which nothing may prevent. */
export const forgetUnsaved = () => {
  open.clear();
  unkept.clear();
  losable.clear();
};

/** The dialog or panel around a form; it asks before closing if the form reports that something would be lost. */
export interface UnsavedGuard {
  /** A form's report is valid until its next one, or until `null` on unmount. */
  report: (form: symbol, wouldLose: boolean | null) => void;
}
export const UnsavedGuardContext = createContext<UnsavedGuard | null>(null);

/**
 * While `active`, leaving the page asks first, an expired session is renewed over the page, and the surrounding dialog or
 * panel asks before it closes. Input `kept` as a draft on the server will be restored, so leaving does not ask, but the
 * session is still renewed over the page. A `drafted` form saves its draft on unmount, so that only leaving the page asks.
 */
export function useUnsaved(active: boolean, kept = false, drafted = false) {
  const frame = useContext(UnsavedGuardContext);
  useUnsavedText(active, kept, drafted);
  const wouldLose = active && !kept && !drafted;
  useEffect(() => {
    const form = Symbol('form');
    frame?.report(form, wouldLose);
    return () => frame?.report(form, null);
  }, [frame, wouldLose]);
}

/**
 * The same for a field, which says nothing of its form: the surrounding dialog or panel compares the fields itself, unless a form
 * reports to it, and sees a text that is refused.
 */
export function useUnsavedText(active: boolean, kept = false, drafted = false) {
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
  const wouldLose = active && !kept && !drafted;
  useEffect(() => {
    if (!wouldLose) return;
    const form = Symbol('form');
    losable.add(form);
    return () => void losable.delete(form);
  }, [wouldLose]);
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (unkept.size > 0) event.preventDefault();
});
