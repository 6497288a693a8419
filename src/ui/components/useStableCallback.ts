import { useCallback, useLayoutEffect, useRef } from 'react';

/** A callback with a permanent identity that calls the latest closure. For events only, never during render. */
export const useStableCallback = <Args extends unknown[], Result>(callback: (...args: Args) => Result) => {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: Args): Result => newest.current(...args), []);
};
