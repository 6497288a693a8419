import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStableCallback } from '../useStableCallback.ts';

interface KeptOpenProps {
  open: boolean;
  /** Opens the panel because a field inside it blocks the form and must become visible. */
  onOpen: () => void;
  children: ReactNode;
}

/**
 * A collapsible section or tab panel that contains inputs. Once opened, its content stays in the page even while hidden: an
 * invalid text is kept as typed, still blocks its form, and becomes visible when it does.
 */
export function KeepMounted({ open, onOpen, children }: KeptOpenProps) {
  const [seen, setSeen] = useState(open);
  if (open && !seen) setSeen(true);
  const box = useRef<HTMLDivElement>(null);
  // Rendered synchronously, because the field receives the focus next.
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
