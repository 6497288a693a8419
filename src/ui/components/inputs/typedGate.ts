import { buttonClasses } from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useStableCallback } from '../useStableCallback.ts';

/*
 * What is typed and cannot be taken blocks the form it stands in. A field says so by the browser's own means, a custom
 * validity (`useTypedText`), and nothing that a form does can pass by: its submit, its main button, Ctrl+Enter. The
 * gate listens before everything else, so no form, dialog, filter or step has to ask for it.
 */

export type TypedElement = HTMLInputElement | HTMLTextAreaElement;

/** A search acts at once on what it can take, and holds nothing else up. */
const LIVE = '[role=search]';

const FRAME = `form, [role=dialog], ${LIVE}, main`;

/** The main button of a frame, a form's own, or one that says so itself. */
const COMMITS = `button[type=submit], input[type=submit], .${buttonClasses.contained}, [data-commits]`;

/** The form, dialog, search or page that acts on what is typed in an element. */
export const frameOf = (element: Element): Element | null =>
  (element instanceof HTMLButtonElement && element.form) ||
  (element.closest(FRAME) ?? element.closest('body > *'));

/** The first field below `frame` whose text cannot be taken. */
function typedProblemIn(frame: Element | null): TypedElement | undefined {
  const fields = frame?.querySelectorAll<TypedElement>('input, textarea') ?? [];
  return [...fields].find((field) => {
    if (field.disabled || !field.validity.customError || missing.has(field)) return false;
    const live = field.closest(LIVE);
    return live === null || live === frame || !frame?.contains(live);
  });
}

/** True when something typed below `frame` cannot be taken; the field is shown then, and says so. */
export function refusesTyped(frame: Element | null): boolean {
  const field = typedProblemIn(frame);
  if (!field) return false;
  // What is folded opens by it, and only then can be led to.
  field.dispatchEvent(new Event('invalid', { cancelable: true }));
  field.scrollIntoView?.({ block: 'center' });
  field.focus();
  return true;
}

/** A field as it is called on the screen. */
export const labelOf = (field: TypedElement): string =>
  (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').replace(/[\s*]+$/, '').trim();

function stopAt(event: Event, frame: Element | null) {
  if (!refusesTyped(frame)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Fields that the browser itself found empty: it says so in the words of the console. */
const missing = new WeakSet<TypedElement>();

const onSubmit = (event: Event) => stopAt(event, event.target as Element);

const onClick = (event: Event) => {
  const button = event.target instanceof Element ? event.target.closest(COMMITS) : null;
  if (button) stopAt(event, frameOf(button));
};

const onKeyDown = (event: KeyboardEvent) => {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof Element)) return;
  if (event.ctrlKey || event.metaKey) stopAt(event, frameOf(target));
  // Nothing acts on a text that cannot be taken, by Enter in its own field neither.
  else if ((target as Partial<TypedElement>).validity?.customError) stopAt(event, target.parentElement);
};

const onInvalid = ({ target }: Event) => {
  const field = target as TypedElement;
  if (!field.validity?.valueMissing || field.validity.customError) return;
  missing.add(field);
  field.setCustomValidity('Campo obrigatório');
};

const onInput = ({ target }: Event) => {
  const field = target as TypedElement;
  if (!missing.delete(field)) return;
  field.setCustomValidity('');
};

let listening = false;

/** Once for the page, before whatever else listens. */
export function keepGate(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('invalid', onInvalid, true);
  window.addEventListener('input', onInput, true);
  window.addEventListener('submit', onSubmit, true);
  window.addEventListener('click', onClick, true);
  window.addEventListener('keydown', onKeyDown, true);
}

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
