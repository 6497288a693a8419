import { useEffect, useState } from 'react';

/** True once the browser has nothing better to do after `ready`: the time to load what may be wanted next. */
export function useIdle(ready: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!ready || idle) return;
    // Safari has no idle callbacks.
    const later = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 300));
    const handle = later(() => setIdle(true));
    return () => (window.cancelIdleCallback ?? window.clearTimeout)(handle);
  }, [ready, idle]);
  return idle;
}
