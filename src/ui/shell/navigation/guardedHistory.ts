import { type Location, parsePath, type To, type unstable_HistoryRouter } from 'react-router-dom';

/** What react-router's plain routers run on. */
export type History = Parameters<typeof unstable_HistoryRouter>[0]['history'];

/** A way from one page to another; `isBack` also of 'forward'. */
interface Move {
  from: string;
  to: string;
  isBack: boolean;
}

/** Whether a move is held. */
export type Judge = (move: Move) => boolean;

/** A move that was held: it is made after all, or given up. */
export interface HeldMove {
  isBack: boolean;
  go: () => void;
  stay: () => void;
}

export interface GuardedHistory extends History {
  /** Asks `judge` before every move, and holds those for which it says so. The function returned ends it. */
  guard: (judge: Judge) => () => void;
  onHeld: (heard: () => void) => () => void;
  held: () => HeldMove | null;
}

/** Another 'back' during an undo is undone as well, once the moves under way have arrived. */
const SETTLED_MS = 100;

/**
 * A history whose moves can be held. react-router does that too, but only with its routes that load data: 18 KiB before the first
 * screen, and this console loads data elsewhere.
 */
export function guardedHistory(history: History): GuardedHistory {
  let judge: Judge | null = null;
  let heldMove: HeldMove | null = null;
  let at = history.location;
  let entry = entryNumber();
  /** A 'back' has happened before anybody is asked: it is undone, and neither that nor its repetition is asked about. */
  let undo: Undo | null = null;
  let passes = false;
  const hearing = new Set<() => void>();

  const setHeld = (move: HeldMove | null) => {
    if (heldMove === move) return;
    heldMove = move;
    for (const heard of hearing) heard();
  };
  const hold = (isBack: boolean, make: () => void) => {
    const move: HeldMove = {
      isBack,
      // Once, however often it is clicked.
      go: () => {
        if (heldMove !== move) return;
        setHeld(null);
        make();
      },
      stay: () => {
        if (heldMove === move) setHeld(null);
      },
    };
    setHeld(move);
  };
  const isHeld = (to: string, isBack: boolean) => judge?.({ from: at.pathname, to, isBack }) ?? false;

  /** The address is another one while a 'back' is undone, so what moves from it waits. */
  const whenUndone = (move: () => void) => {
    if (undo) undo.waiting.push(move);
    else move();
  };

  const attempt = (to: To, move: () => void) =>
    whenUndone(() => {
      const { pathname = at.pathname } = typeof to === 'string' ? parsePath(to) : to;
      if (isHeld(pathname, false)) hold(false, move);
      else move();
    });

  function holdBack(delta: number) {
    undo = { away: delta, waiting: [] };
    hold(true, () =>
      whenUndone(() => {
        passes = true;
        history.go(delta);
      }),
    );
    history.go(-delta);
  }

  function undone(current: Undo, delta: number) {
    clearTimeout(current.settling);
    current.away += delta;
    if (current.away) {
      current.settling = setTimeout(() => history.go(-current.away), SETTLED_MS);
      return;
    }
    undo = null;
    // Each by itself may begin another undo, for which the rest waits.
    for (const move of current.waiting) whenUndone(move);
  }

  /** The number tells how far a later 'back' goes; the router learns it by a move to where it is. */
  function numberEntry({ pathname, search, hash }: Location) {
    window.history.replaceState({ idx: entry + 1 }, '');
    history.replace({ pathname, search, hash });
  }

  return {
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to),
    push: (to, state) => attempt(to, () => history.push(to, state)),
    replace: (to, state) => attempt(to, () => history.replace(to, state)),
    go: (delta) => whenUndone(() => history.go(delta)),
    listen: (moved) =>
      history.listen((update) => {
        const { action, location, delta } = update;
        if (action === 'POP' && delta === null) return numberEntry(location);
        entry = entryNumber();
        if (action === 'POP' && delta) {
          if (undo) return undone(undo, delta);
          if (!passes && isHeld(location.pathname, true)) return holdBack(delta);
        }
        passes = false;
        const isSamePage = action === 'REPLACE' && location.pathname === at.pathname;
        at = location;
        if (!isSamePage) setHeld(null);
        moved(update);
      }),
    guard(asked) {
      judge = asked;
      return () => {
        judge = null;
        setHeld(null);
      };
    },
    onHeld(heard) {
      hearing.add(heard);
      return () => void hearing.delete(heard);
    },
    held: () => heldMove,
  };
}

interface Undo {
  /** How many entries the address is away from the page. */
  away: number;
  /** Moves to make once it is back. */
  waiting: (() => void)[];
  settling?: ReturnType<typeof setTimeout>;
}

/** The number that react-router gives each entry of the browser; an entry that a fragment link has just made lacks one. */
const entryNumber = (): number => window.history.state?.idx ?? 0;
