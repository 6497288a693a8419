import { useEffect, useSyncExternalStore } from 'react';

/** Of the open page and the dialogs over it, those that are about a branch; the last one opened is what is printed. */
let shown: readonly { branch: number }[] = [];
const listeners = new Set<() => void>();

function show(next: typeof shown) {
  shown = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says that what is shown belongs to this branch, whose brand then heads its paper. */
export function usePaperBranch(branch: number | undefined): void {
  useEffect(() => {
    if (branch === undefined) return;
    const entry = { branch };
    show([...shown, entry]);
    return () => show(shown.filter((each) => each !== entry));
  }, [branch]);
}

/** The branch of what would be printed now. */
export const usePrintedBranch = (): number | undefined =>
  useSyncExternalStore(subscribe, () => shown.at(-1)?.branch);
