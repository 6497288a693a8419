import { useCallback, useLayoutEffect, useRef } from 'react';

/** A callback with one identity for life that runs the newest closure. For events only, never while rendering. */
export const useStableCallback = <Args extends unknown[], Result>(callback: (...args: Args) => Result) => {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: Args): Result => newest.current(...args), []);
};
