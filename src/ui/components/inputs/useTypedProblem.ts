import { useNotify } from 'ra-core';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useStableCallback } from '../useStableCallback.ts';
import { frameOf, keepGate, labelOf, type TypedElement, typedProblemIn } from './typedGate.ts';

let said = { text: '', at: 0 };
/** As long as a toast stands, ms. */
const SAID_MS = 5000;

/**
 * The ref of a field whose text has a problem, or none: as long as it has one, the form it stands in refuses to act,
 * leads to the field and says why.
 */
export function useTypedProblem(problem: string | undefined, onRefused?: () => void) {
  const notify = useNotify();
  const element = useRef<TypedElement | null>(null);
  const refuse = useStableCallback((event: Event) => {
    const field = event.target as TypedElement;
    if (!field.validity.customError) return;
    event.preventDefault();
    onRefused?.();
    if (typedProblemIn(frameOf(field)) !== field) return;
    const text = `Corrija antes de continuar: ${labelOf(field)}. ${field.validationMessage}`;
    // Pressed again and again, it is said once: what comes after it must not wait behind its copies.
    if (said.text === text && Date.now() - said.at < SAID_MS) return;
    said = { text, at: Date.now() };
    notify(text, { type: 'error' });
  });
  useLayoutEffect(() => {
    keepGate();
    element.current?.setCustomValidity(problem ?? '');
  });
  return useCallback(
    (node: TypedElement | null) => {
      element.current?.removeEventListener('invalid', refuse);
      element.current = node;
      node?.addEventListener('invalid', refuse);
    },
    [refuse],
  );
}
