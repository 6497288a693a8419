import { buttonClasses } from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useUnsavedText } from '../frame/unsaved.ts';
import { listenForActions } from '../heldTyping.ts';
import { useStableCallback } from '../useStableCallback.ts';

/*
 * Invalid input blocks its form. A field reports it through the browser's custom validity (`useTypedText`), and no action of
 * the form can bypass it: its submit event, its main button, Ctrl+Enter. The gate listens before everything else, so that no
 * form, dialog, filter or step needs its own check.
 */

export type TypedElement = HTMLInputElement | HTMLTextAreaElement;

/** A search takes effect immediately with whatever is valid, and does not block anything else. */
const LIVE = '[role=search]';

const FRAME = `form, [role=dialog], ${LIVE}, main`;

/** The buttons that commit a frame: submit buttons, the main (contained) button, or one marked as such. */
const COMMITS = `button[type=submit], input[type=submit], .${buttonClasses.contained}, [data-commits]`;

/** The form, dialog, search or page that uses an element's input. */
export const frameOf = (element: Element): Element | null =>
  (element instanceof HTMLButtonElement && element.form) ||
  (element.closest(FRAME) ?? element.closest('body > *'));

/** The first field within `frame` whose text is invalid. */
function firstInvalidField(frame: Element | null): TypedElement | undefined {
  const fields = frame?.querySelectorAll<TypedElement>('input, textarea') ?? [];
  return [...fields].find((field) => {
    if (field.disabled || !field.validity.customError || missing.has(field)) return false;
    const live = field.closest(LIVE);
    return live === null || live === frame || !frame?.contains(live);
  });
}

/** Whether any input within `frame` is invalid; if so, the field is brought into view and reports the problem. */
export function revealInvalidField(frame: Element | null): boolean {
  const field = firstInvalidField(frame);
  if (!field) return false;
  // Opens a collapsed section around the field, so that it can be scrolled to.
  field.dispatchEvent(new Event('invalid', { cancelable: true }));
  field.scrollIntoView?.({ block: 'center' });
  field.focus();
  return true;
}

/** The field's label as shown on screen. */
export const labelOf = (field: TypedElement): string =>
  (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').replace(/[\s*]+$/, '').trim();

function blockIfInvalid(event: Event, frame: Element | null) {
  if (!revealInvalidField(frame)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A closed select must not open on Ctrl+Enter: the form around it submits instead, as from any other field. */
function passOn(event: KeyboardEvent, around: Element | null) {
  event.preventDefault();
  event.stopImmediatePropagation();
  const { key, code, ctrlKey, metaKey } = event;
  const repeatedKey = { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true };
  around?.dispatchEvent(new window.KeyboardEvent('keydown', repeatedKey));
}

/** Fields that the browser itself found empty; it reports them with the console's message. */
const missing = new WeakSet<TypedElement>();

const onSubmit = (event: Event) => blockIfInvalid(event, event.target as Element);

const onClick = (event: Event) => {
  const button = event.target instanceof Element ? event.target.closest(COMMITS) : null;
  if (button) blockIfInvalid(event, frameOf(button));
};

/** A closed select, not a text field: Enter opens it. */
const CLOSED_LIST = '[role=combobox]:not(input, [aria-expanded=true])';

const onKeyDown = (event: KeyboardEvent) => {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof Element)) return;
  if (event.ctrlKey || event.metaKey) {
    if (target.matches(CLOSED_LIST)) passOn(event, target.parentElement);
    else blockIfInvalid(event, frameOf(target));
  }
  // Nothing may act on invalid text, not even Enter in its own field.
  else if ((target as Partial<TypedElement>).validity?.customError)
    blockIfInvalid(event, target.parentElement);
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

/** Installs the listeners once per page, before any others. */
export function installGate(): void {
  if (listening) return;
  listening = true;
  listenForActions();
  window.addEventListener('invalid', onInvalid, true);
  window.addEventListener('input', onInput, true);
  window.addEventListener('submit', onSubmit, true);
  window.addEventListener('click', onClick, true);
  window.addEventListener('keydown', onKeyDown, true);
}

let said = { text: '', at: 0 };

/** How long a toast is shown, in ms. */
const NOTICE_MS = 5000;

/**
 * Returns the ref for a field that may have a problem. As long as it has one, its form refuses to act, moves to the field and
 * shows the reason. Such a text is in no draft, even on a page that saves itself, so leaving the page asks first.
 * @param kept whether the form holds the text although it is invalid
 */
export function useTypedProblem(problem: string | undefined, onRefused?: () => void, kept = false) {
  const notify = useNotify();
  const element = useRef<TypedElement | null>(null);
  useUnsavedText(problem !== undefined && !kept && !element.current?.closest(LIVE));
  const refuse = useStableCallback((event: Event) => {
    const field = event.target as TypedElement;
    if (!field.validity.customError) return;
    event.preventDefault();
    onRefused?.();
    if (firstInvalidField(frameOf(field)) !== field) return;
    const text = `Corrija antes de continuar: ${labelOf(field)}. ${field.validationMessage}`;
    // Repeated presses report it only once, so that later messages do not queue behind the duplicates.
    if (said.text === text && Date.now() - said.at < NOTICE_MS) return;
    said = { text, at: Date.now() };
    notify(text, { type: 'error' });
  });
  useLayoutEffect(() => {
    installGate();
    if (element.current) setProblem(element.current, problem ?? '');
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

/** Nothing where there was and is nothing: each time it is told, the browser styles the field and its form anew. */
function setProblem(field: TypedElement, problem: string) {
  if (problem || field.validity.customError) field.setCustomValidity(problem);
}

/** Why the text about to be inserted does not fit; undefined if it does. */
export function lengthProblem({ target, inputType, data, dataTransfer }: InputEvent): string | undefined {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isText || target.maxLength < 0 || !inputType.startsWith('insert')) return undefined;
  // IME composition displays text before it is committed; the browser itself limits its length.
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
