import { type RefObject, useLayoutEffect } from 'react';
import { useStableCallback } from '../../components/useStableCallback.ts';

export interface Typed {
  text: string;
  /** Whether Enter was pressed after it. */
  entered: boolean;
}

export const NOTHING_TYPED: Typed = { text: '', entered: false };

interface TypeAheadProps {
  into: RefObject<Typed>;
  /** Called for Escape. */
  onCancel: () => void;
}

/**
 * Keeps what is typed while the field that was asked for is still loading. Otherwise its first letters would be lost, or act
 * as shortcuts of the page below.
 */
export function TypeAhead({ into, onCancel }: TypeAheadProps) {
  const onKey = useStableCallback((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { text } = into.current;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter') into.current = { text, entered: true };
    else if (event.key === 'Backspace') into.current = { text: text.slice(0, -1), entered: false };
    else if (event.key.length === 1) into.current = { text: text + event.key, entered: false };
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [onKey]);
  return null;
}
