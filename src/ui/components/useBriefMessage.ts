import { useCallback, useEffect, useRef, useState } from 'react';

/** Messages of copying and dialling stay one second (document 002, section 9). */
const SHOWN_MS = 1000;

/** A message that goes away by itself. */
export const useBriefMessage = () => {
  const [message, setMessage] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((text: string) => {
    clearTimeout(timer.current);
    setMessage(text);
    timer.current = setTimeout(() => setMessage(undefined), SHOWN_MS);
  }, []);
  return [message, show] as const;
};
