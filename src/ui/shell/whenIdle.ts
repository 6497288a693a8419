import { openCalls } from '../../dataProvider/http.ts';

/** How long nothing may have come from the server before the page counts as answered. */
const QUIET_MS = 300;
const LONGEST_MS = 3000;
const LOOK_MS = 100;

/** Soon, but after what the page has to do first: its answers have come, and the browser has nothing better to do. */
export async function whenIdle(run: () => void): Promise<void> {
  const began = performance.now();
  const isWaiting = () =>
    performance.now() < began + LONGEST_MS &&
    (openCalls() > 0 || performance.now() < lastAnswer(began) + QUIET_MS);
  do await new Promise((later) => setTimeout(later, isWaiting() ? LOOK_MS : 0));
  while (isWaiting());
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 1500 });
  else run();
}

/** On the clock of `performance.now()`; without resource timing there is nothing to wait for. */
const lastAnswer = (began: number) =>
  performance
    .getEntriesByType?.('resource')
    .reduce((last, entry) => Math.max(last, (entry as PerformanceResourceTiming).responseEnd), began) ?? 0;
