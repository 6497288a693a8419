import { useCallback, useEffect, useRef, useState } from 'react';

/** A value that follows another after a pause (ms); the second part follows at once. An empty text does not wait. */
export function useDebounced(value: string, ms: number): [string, () => void] {
  const [settled, setSettled] = useState(value);
  const newest = useRef(value);
  newest.current = value;
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return [settled, useCallback(() => setSettled(newest.current), [])];
}
