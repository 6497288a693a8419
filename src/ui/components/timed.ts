import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * A value that follows another after a pause (ms), and a function that applies it immediately. An empty text is applied
 * without delay.
 */
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

/** Copying and dialling messages are shown for one second (document 002, section 9). */
const DISPLAY_MS = 1000;

/** A message that disappears automatically. */
export const useBriefMessage = () => {
  const [message, setMessage] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((text: string) => {
    clearTimeout(timer.current);
    setMessage(text);
    timer.current = setTimeout(() => setMessage(undefined), DISPLAY_MS);
  }, []);
  return [message, show] as const;
};
