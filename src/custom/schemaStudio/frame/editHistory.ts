/** What was, is, and may come again. `at` is when the newest change came, so that a burst of keys is one step. */
export interface EditHistory<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  at: number;
}

/** Changes that follow each other faster than this, ms, are undone together. */
const BURST = 700;
const MOST = 200;

export const newHistory = <T>(present: T): EditHistory<T> => ({ past: [], present, future: [], at: 0 });

export function pushed<T>(history: EditHistory<T>, next: T, now: number): EditHistory<T> {
  if (Object.is(next, history.present)) return history;
  const burst = history.past.length > 0 && now - history.at < BURST;
  const past = burst ? history.past : [...history.past, history.present].slice(-MOST);
  return { past, present: next, future: [], at: now };
}

export function undone<T>({ past, present, future }: EditHistory<T>): EditHistory<T> | null {
  if (past.length === 0) return null;
  return { past: past.slice(0, -1), present: past.at(-1) as T, future: [present, ...future], at: 0 };
}

export function redone<T>({ past, present, future }: EditHistory<T>): EditHistory<T> | null {
  if (future.length === 0) return null;
  return { past: [...past, present], present: future[0] as T, future: future.slice(1), at: 0 };
}
