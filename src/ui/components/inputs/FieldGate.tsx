import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import { useStableCallback } from '../useStableCallback.ts';
import { installGate, labelOf, lengthProblem, type TypedElement } from './typedGate.ts';

/**
 * Applies to every field of the page: input that exceeds its maximum length is refused with a message. By default a browser
 * silently cuts pasted text and drops keystrokes.
 */
export function FieldGate() {
  const notify = useNotify();
  const refuse = useStableCallback((event: InputEvent) => {
    const problem = lengthProblem(event);
    if (!problem) return;
    event.preventDefault();
    const label = labelOf(event.target as TypedElement);
    notify(label ? `${label}: ${problem}` : problem, { type: 'warning' });
  });
  useEffect(() => {
    installGate();
    window.addEventListener('beforeinput', refuse, true);
    return () => window.removeEventListener('beforeinput', refuse, true);
  }, [refuse]);
  return null;
}
