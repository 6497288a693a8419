import { useCallback, useEffect, useRef, useState } from 'react';
import { onLoadFailure } from '../../dataProvider/initialLoad.ts';

/** The first waits are short, as a server starts in seconds. */
const WAITS_MS = [2_000, 3_000, 5_000, 10_000];

/** Tries by itself while the failure stands; the next failure waits longer. */
function useRetries(failure: unknown, retry: () => void) {
  const tries = useRef(0);
  useEffect(() => {
    if (!failure) return;
    const wait = WAITS_MS[Math.min(tries.current, WAITS_MS.length - 1)];
    tries.current += 1;
    const timer = setTimeout(retry, wait);
    return () => clearTimeout(timer);
  }, [failure, retry]);
}

/** The failure that keeps the console from starting, until it is tried again: by the person, by itself, or when the network is back. */
export function useUnreachable() {
  const [failure, setFailure] = useState<unknown>(null);
  const again = useRef<() => void>(() => {});
  const retry = useCallback(() => {
    setFailure(null);
    again.current();
  }, []);
  useEffect(() => {
    onLoadFailure((reason) => {
      setFailure(reason);
      return new Promise<void>((resolve) => {
        again.current = resolve;
      });
    });
    addEventListener('online', retry);
    return () => {
      onLoadFailure((reason) => Promise.reject(reason));
      removeEventListener('online', retry);
    };
  }, [retry]);
  useRetries(failure, retry);
  return { failure, retry };
}
