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

/**
 * A history whose moves can be held. react-router does that too, but only with its routes that load data: 18 KiB before the first
 * screen, and this console loads data elsewhere.
 */
export function guardedHistory(history: History): GuardedHistory {
  let judge: Judge | null = null;
  let held: HeldMove | null = null;
  let at = history.location;
  /** A 'back' has happened before anybody is asked: it is undone, and neither that nor its repetition is asked about. */
  let returned: (() => void) | null = null;
  let passes = false;
  const hearing = new Set<() => void>();

  const hold = (move: HeldMove | null) => {
    if (held === move) return;
    held = move;
    for (const heard of hearing) heard();
  };
  const isHeld = (to: Location | string, isBack: boolean) =>
    judge?.({ from: at.pathname, to: typeof to === 'string' ? to : to.pathname, isBack }) ?? false;
  const stay = () => hold(null);

  const attempt = (to: To, move: () => void) => {
    const { pathname = at.pathname } = typeof to === 'string' ? parsePath(to) : to;
    if (isHeld(pathname, false)) hold({ isBack: false, go: move, stay });
    else move();
  };

  function holdBack(delta: number) {
    const isBack = true;
    const undone = new Promise<void>((resolve) => {
      returned = resolve;
    });
    const again = () => {
      passes = true;
      history.go(delta);
    };
    hold({ isBack, go: () => void undone.then(again), stay });
    history.go(-delta);
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
    go: (delta) => history.go(delta),
    listen: (moved) =>
      history.listen((update) => {
        const { action, location, delta } = update;
        if (returned) {
          returned();
          returned = null;
          return;
        }
        if (action === 'POP' && delta && !passes && isHeld(location, true)) return holdBack(delta);
        passes = false;
        at = location;
        hold(null);
        moved(update);
      }),
    guard(asked) {
      judge = asked;
      return () => {
        judge = null;
        hold(null);
      };
    },
    onHeld(heard) {
      hearing.add(heard);
      return () => void hearing.delete(heard);
    },
    held: () => held,
  };
}
