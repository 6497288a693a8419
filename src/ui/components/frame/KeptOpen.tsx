import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStableCallback } from '../useStableCallback.ts';

interface KeptOpenProps {
  open: boolean;
  /** A field in it keeps the form from going on: it has to be seen. */
  onOpen: () => void;
  children: ReactNode;
}

/**
 * What folds or stands behind a tab, and is typed into. Once it was open it stays in the page, out of sight: a text that
 * cannot be taken stands there as it was typed, blocks its form, and comes to sight when it does.
 */
export function KeptOpen({ open, onOpen, children }: KeptOpenProps) {
  const [seen, setSeen] = useState(open);
  if (open && !seen) setSeen(true);
  const box = useRef<HTMLDivElement>(null);
  // The field takes the focus next, so it stands before that.
  const show = useStableCallback(() => {
    if (!open) flushSync(onOpen);
  });
  useEffect(() => {
    const element = box.current;
    if (!seen || !element) return;
    element.addEventListener('invalid', show, true);
    return () => element.removeEventListener('invalid', show, true);
  }, [seen, show]);
  if (!seen && !open) return null;
  return (
    <div ref={box} style={{ display: open ? 'contents' : 'none' }}>
      {children}
    </div>
  );
}
