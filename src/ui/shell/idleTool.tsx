import { type ComponentType, useSyncExternalStore } from 'react';
import { whenIdle } from './whenIdle.ts';

/**
 * A control that the first screen does not need: its code is fetched once the browser has nothing better to do, and
 * nothing stands in its place until then. `idleTool(() => import('./X.tsx'), 'X')`.
 */
export function idleTool<Name extends string, Props extends object>(
  load: () => Promise<{ [K in Name]: ComponentType<Props> }>,
  name: Name,
): ComponentType<Props> {
  let Tool: ComponentType<Props> | null = null;
  let asked = false;
  const listeners = new Set<() => void>();
  const fetchTool = async () => {
    try {
      Tool = (await load())[name];
      for (const tell of listeners) tell();
    } catch {
      // Out of reach: whoever shows the control next asks again.
      asked = false;
    }
  };
  const listen = (listener: () => void) => {
    listeners.add(listener);
    if (!asked) {
      asked = true;
      whenIdle(fetchTool);
    }
    return () => listeners.delete(listener);
  };
  return function IdleTool(props: Props) {
    const Fetched = useSyncExternalStore(listen, () => Tool);
    return Fetched && <Fetched {...props} />;
  };
}
