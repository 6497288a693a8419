import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import { useStableCallback } from '../useStableCallback.ts';
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

/** Why what is about to be put in does not fit; undefined where it does. */
export function lengthProblem({ target, inputType, data, dataTransfer }: InputEvent): string | undefined {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isText || target.maxLength < 0 || !inputType.startsWith('insert')) return undefined;
  // Composition shows what it writes before it is decided; the browser keeps it to the length by itself.
  if (inputType === 'insertCompositionText') return undefined;
  const given = data ?? dataTransfer?.getData('text/plain') ?? (inputType === 'insertLineBreak' ? '\n' : '');
  const chosen = (target.selectionEnd ?? 0) - (target.selectionStart ?? 0);
  const length = target.value.length - chosen + given.length;
  if (given === '' || length <= target.maxLength) return undefined;
  const most = `Máximo de ${target.maxLength} caracteres.`;
  return given.length === 1
    ? most
    : `${most} O texto colado tem ${given.length}, e nada foi colado. Encurte o texto e cole de novo.`;
}
