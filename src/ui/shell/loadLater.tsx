import { type ComponentProps, type ComponentType, lazy, useState, useSyncExternalStore } from 'react';
import { pendingCallCount } from '../../dataProvider/http.ts';
import { isOutdated, MissingPart } from './MissingPart.tsx';
import { isMissingPart } from './states/StateMessage.tsx';

/**
 * A screen or dialog whose code is loaded when it is first shown: `lazyScreen(() => import('./X.tsx'), 'X')`. If it cannot be
 * loaded, `Missing` takes its place.
 */
export const lazyScreen = <Name extends string, Props extends object>(
  load: () => Promise<{ [K in Name]: ComponentType<Props> }>,
  name: Name,
  Missing: ComponentType<ComponentProps<typeof MissingPart>> = MissingPart,
) =>
  lazy(async () => {
    try {
      return { default: (await load())[name] };
    } catch (error) {
      if (!isMissingPart(error)) throw error;
      return { default: loadedAgain(async () => (await load())[name], Missing, await isOutdated()) };
    }
  });

/** React never loads a part again that once failed, so that this component does. */
function loadedAgain<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<ComponentProps<typeof MissingPart>>,
  outdated: boolean,
): ComponentType<Props> {
  let Found: ComponentType<Props> | null = null;
  return function LoadedAgain(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => Found);
    const retry = async () => {
      try {
        Found = await load();
        setPart(() => Found);
        return true;
      } catch {
        return false;
      }
    };
    return Part ? <Part {...props} /> : <Missing outdated={outdated} onRetry={retry} />;
  };
}

/** Milliseconds without a response from the server before the page counts as loaded. */
const IDLE_MS = 300;
const MAX_DELAY_MS = 3000;
const LOOK_MS = 100;

/** Runs soon, but after the page's own work: its responses have arrived, and the browser is idle. */
export async function whenIdle(run: () => void): Promise<void> {
  const began = performance.now();
  const isWaiting = () =>
    performance.now() < began + MAX_DELAY_MS &&
    (pendingCallCount() > 0 || performance.now() < lastAnswer(began) + IDLE_MS);
  do await new Promise((later) => setTimeout(later, isWaiting() ? LOOK_MS : 0));
  while (isWaiting());
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 1500 });
  else run();
}

/** In the time base of `performance.now()`; without resource timing there is nothing to wait for. */
const lastAnswer = (began: number) =>
  performance
    .getEntriesByType?.('resource')
    .reduce((last, entry) => Math.max(last, (entry as PerformanceResourceTiming).responseEnd), began) ?? 0;

/**
 * A control that the first screen does not need: its code is loaded once the browser is idle, and nothing is rendered in its
 * place until then. `lazyWhenIdle(() => import('./X.tsx'), 'X')`.
 */
export function lazyWhenIdle<Name extends string, Props extends object>(
  load: () => Promise<{ [K in Name]: ComponentType<Props> }>,
  name: Name,
): ComponentType<Props> {
  let Tool: ComponentType<Props> | null = null;
  let requested = false;
  const listeners = new Set<() => void>();
  const fetchTool = async () => {
    try {
      Tool = (await load())[name];
      for (const listener of listeners) listener();
    } catch {
      // The load failed; the next time the control is rendered, it is tried again.
      requested = false;
    }
  };
  const listen = (listener: () => void) => {
    listeners.add(listener);
    if (!requested) {
      requested = true;
      whenIdle(fetchTool);
    }
    return () => listeners.delete(listener);
  };
  return function IdleTool(props: Props) {
    const Fetched = useSyncExternalStore(listen, () => Tool);
    return Fetched && <Fetched {...props} />;
  };
}
