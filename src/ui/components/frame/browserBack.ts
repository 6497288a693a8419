import { useEffect } from 'react';
import { useStableCallback } from '../useStableCallback.ts';

/** What 'back' of the browser does instead of leaving the page, the topmost dialog last. */
const steps: (() => void)[] = [];

/** Takes a step back in the topmost dialog that has steps; false if none is open, so that 'back' leaves the page. */
export function stepBack(): boolean {
  const step = steps.at(-1);
  step?.();
  return step !== undefined;
}

export const hasStepBack = (): boolean => steps.length > 0;

/** While `active`, 'back' of the browser calls `back` and the page stays (the console's LeaveGuard asks here). */
export function useBrowserBack(active: boolean, back: () => void): void {
  const step = useStableCallback(back);
  useEffect(() => {
    if (!active) return;
    steps.push(step);
    return () => void steps.splice(steps.indexOf(step), 1);
  }, [active, step]);
}
