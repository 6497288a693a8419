import { createContext, useContext, useEffect } from 'react';

/** What is open and not saved: decides whether a lost session signs in over the page, and whether a tab may close. */
const open = new Set<symbol>();
/** Of those, what the server does not hold either. */
const unkept = new Set<symbol>();

/** What would be gone if the page gave way to another one: no draft is written of it. */
const losable = new Set<symbol>();

export const hasUnsaved = (): boolean => open.size > 0;
/** Something would be lost if the page were left now. */
export const hasUnkept = (): boolean => unkept.size > 0;

/** Another page of the console would throw something away. */
export const hasLosable = (): boolean => losable.size > 0;

/** The page is being dropped for another person: nothing may hold it back. */
export const forgetUnsaved = () => {
  open.clear();
  unkept.clear();
  losable.clear();
};

/** The dialog or panel around a form: it asks before what the form says would be lost. */
export interface LeaveFrame {
  /** What a form says of itself holds until it says otherwise, or `null` as it goes away. */
  report: (form: symbol, wouldLose: boolean | null) => void;
}
export const LeaveFrameContext = createContext<LeaveFrame | null>(null);

/**
 * While `active`, leaving the page asks first, and an expired session keeps it; the dialog or panel around asks before
 * it closes. What is `kept` as a draft on the server comes back, so nobody is asked when they leave; the session is
 * still renewed over the page. A form that is `drafted` writes its draft as it goes away: only leaving the page asks.
 */
export function useUnsaved(active: boolean, kept = false, drafted = false) {
  const frame = useContext(LeaveFrameContext);
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
    const form = Symbol('form');
    frame?.report(form, wouldLose);
    if (wouldLose) losable.add(form);
    return () => {
      frame?.report(form, null);
      losable.delete(form);
    };
  }, [frame, wouldLose]);
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (unkept.size > 0) event.preventDefault();
});
