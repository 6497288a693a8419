import { alertClasses as alert } from '@mui/material/Alert';
import { buttonClasses } from '@mui/material/Button';
import { touchRippleClasses } from '@mui/material/ButtonBase';
import { dialogActionsClasses } from '@mui/material/DialogActions';
import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import { focusRefused, REFUSED } from './fieldProblems.ts';
import { installGate, labelOf, lengthProblem, type TypedElement } from './inputs/typedGate.ts';
import { useStableCallback } from './useStableCallback.ts';

/** What watches the fields, forms and dialogs of every page. */
export const PageGuards = () => (
  <>
    <FieldGate />
    <RefusalFocus />
  </>
);

/** What says why something was refused, where no field does. */
const SENTENCES = `[role=alert]:not(.${alert.colorInfo}, .${alert.colorSuccess}), .${alert.colorError}`;
/** The button that a dialog is for; the others leave it. */
const CONFIRMING = `.${dialogActionsClasses.root} .${buttonClasses.contained}`;
/** A button that acts: not one that opens, unfolds or chooses something, which may contain a standing warning. */
const ACTING = 'button:not([role=tab], [role=switch], [role=option], [aria-haspopup], [aria-expanded])';
/** What stands in a page anyway may be a warning, so only an error is what a button of the page was refused for. */
const PAGE_SENTENCES = `.${alert.colorError}, [role=alert]:not(.${alert.root})`;

/**
 * Moves the focus to what a refused form or dialog complains about: its first invalid field or, where there is none, the
 * sentence that appeared. A button outside both is refused by a sentence of its page. It watches the whole document, so that
 * every form, dialog and page is included, whoever shows the messages. Toasts are only announced, since they go away.
 */
export function RefusalFocus(): null {
  useEffect(() => {
    let stop = () => {};
    const watch = (target: EventTarget | null) => {
      stop();
      const scope = scopeOf(target);
      if (scope) stop = watchRefusal(scope);
    };
    const clicked = (target: Element) => {
      if (target.closest(CONFIRMING)) return watch(target);
      const page = pageAround(target);
      if (!page) return;
      stop();
      stop = watchRefusal(page, { ofPage: true });
    };
    const listeners = {
      submit: ({ target }: Event) => watch(target),
      click: ({ target }: Event) => target instanceof Element && clicked(target),
      keydown: (event: Event) => isSending(event as KeyboardEvent) && watch(event.target),
      // Whoever types on is not interrupted.
      input: () => stop(),
    };
    const capture = { capture: true };
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(name, listener, capture);
    return () => {
      stop();
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener, capture);
    };
  }, []);
  return null;
}

const isSending = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey);

/** The dialog around an element, or else its form, unless it places the focus itself: a sign-in returns to the password. */
const scopeOf = (target: EventTarget | null): Element | null =>
  target instanceof Element && !target.closest('[data-places-focus]')
    ? (target.closest('[role=dialog]') ?? target.closest('form'))
    : null;

/** The page around a button that acts and belongs to no form or dialog. */
const pageAround = (target: Element): Element | null =>
  target.closest(ACTING) && !target.closest('[role=dialog], form, [data-places-focus]')
    ? target.closest('main')
    : null;

/** Waits for messages inside, until the focus is elsewhere. The fields of a page need not be what a button of it sends. */
function watchRefusal(scope: Element, { ofPage = false } = {}): () => void {
  const { ownerDocument } = scope;
  const allowed = new Set([ownerDocument.activeElement]);
  // A busy button loses the focus to what is around it.
  const hasMovedOn = () => {
    const active = ownerDocument.activeElement;
    return !scope.isConnected || (active !== null && !allowed.has(active) && !active.contains(scope));
  };
  let changed = false;
  const observer = new MutationObserver((mutations) => {
    const changes = mutations.filter(({ target }) => !isRipple(target));
    if (changes.length === 0) return;
    changed = true;
    if (hasMovedOn()) return observer.disconnect();
    const sentence = newSentence(changes, ofPage ? PAGE_SENTENCES : SENTENCES);
    if (!ofPage && changes.some(isNewlyInvalid)) focusFirst(scope);
    else if (sentence && (ofPage || !scope.querySelector(REFUSED))) focusSentence(sentence);
    allowed.add(ownerDocument.activeElement);
  });
  observer.observe(scope, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-invalid', 'data-refused'],
  });
  // Nothing is sent while the messages of the last time still apply.
  const unchanged = setTimeout(() => !ofPage && !changed && !hasMovedOn() && focusFirst(scope), UNCHANGED_MS);
  return () => {
    observer.disconnect();
    clearTimeout(unchanged);
  };
}

const UNCHANGED_MS = 50;

const RIPPLE = `.${touchRippleClasses.root}, .${touchRippleClasses.root} *`;
const isRipple = (node: Node) => node instanceof Element && node.matches(RIPPLE);

function focusFirst(scope: Element): void {
  const first = scope.querySelector<HTMLElement>(REFUSED);
  if (first) focusRefused(first);
}

function focusSentence(sentence: HTMLElement): void {
  if (!sentence.hasAttribute('tabindex')) sentence.tabIndex = -1;
  sentence.focus();
}

function isNewlyInvalid({ type, target, addedNodes }: MutationRecord): boolean {
  if (type === 'attributes') return (target as Element).matches(REFUSED);
  return [...addedNodes].some((node) => foundIn(node, REFUSED) !== null);
}

/** A sentence that appeared, or now says something else. */
function newSentence(changes: readonly MutationRecord[], sentences: string): HTMLElement | null {
  for (const { type, target, addedNodes } of changes) {
    if (type === 'attributes') continue;
    const around = target instanceof Element ? target : target.parentElement;
    const sentence =
      around?.closest<HTMLElement>(sentences) ??
      [...addedNodes].map((node) => foundIn(node, sentences)).find((node) => node !== null);
    if (sentence?.isConnected) return sentence;
  }
  return null;
}

function foundIn(node: Node, selector: string): HTMLElement | null {
  if (!(node instanceof HTMLElement)) return null;
  return node.matches(selector) ? node : node.querySelector<HTMLElement>(selector);
}

/**
 * Applies to every field of the page: input that exceeds its maximum length is refused with a message. By default a browser
 * silently cuts pasted text and drops keystrokes.
 */
function FieldGate() {
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
