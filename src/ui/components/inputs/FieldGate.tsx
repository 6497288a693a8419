import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import { useStableCallback } from '../useStableCallback.ts';
import { lengthProblem } from './lengthProblem.ts';
import { keepGate, labelOf, type TypedElement } from './typedGate.ts';

/**
 * For every field of the page: what goes beyond its length is refused in so many words. A browser by itself cuts a
 * pasted text where the field ends, and drops keys, without one.
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
    keepGate();
    window.addEventListener('beforeinput', refuse, true);
    return () => window.removeEventListener('beforeinput', refuse, true);
  }, [refuse]);
  return null;
}
