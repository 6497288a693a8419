import { useCallback, useEffect, useRef, useState } from 'react';
import { onLoadFailure } from '../../dataProvider/initialLoad.ts';

/** The failure that keeps the console from starting, until it is tried again: by the person, or when the network is back. */
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
  return { failure, retry };
}
