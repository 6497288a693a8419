import { useEffect } from 'react';
import { focusRefused, REFUSED } from './fieldProblems.ts';

/** What says why something was refused, where no field does. */
const SENTENCES = '[role=alert]:not(.MuiAlert-colorInfo, .MuiAlert-colorSuccess), .MuiAlert-colorError';
/** The button that a dialog is for; the others leave it. */
const CONFIRMING = '.MuiDialogActions-root .MuiButton-contained';

/**
 * Moves the focus to what a refused form or dialog complains about: its first invalid field or, where there is none, the
 * sentence that appeared. It watches the whole page, so that every form and dialog is included, whoever shows the messages.
 */
export function RefusalFocus(): null {
  useEffect(() => {
    let stop = () => {};
    const watch = (target: EventTarget | null) => {
      stop();
      const scope = scopeOf(target);
      if (scope) stop = watchRefusal(scope);
    };
    const listeners = {
      submit: ({ target }: Event) => watch(target),
      click: ({ target }: Event) => target instanceof Element && target.closest(CONFIRMING) && watch(target),
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

/** Waits for messages inside, until the focus is elsewhere. */
function watchRefusal(scope: Element): () => void {
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
    const sentence = newSentence(changes);
    if (changes.some(isNewlyInvalid)) focusFirst(scope);
    else if (sentence && !scope.querySelector(REFUSED)) focusSentence(sentence);
    allowed.add(ownerDocument.activeElement);
  });
  observer.observe(scope, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-invalid', 'data-refused'],
  });
  // Nothing is sent while the messages of the last time still apply.
  const unchanged = setTimeout(() => !changed && !hasMovedOn() && focusFirst(scope), UNCHANGED_MS);
  return () => {
    observer.disconnect();
    clearTimeout(unchanged);
  };
}

const UNCHANGED_MS = 50;

const isRipple = (node: Node) =>
  node instanceof Element && node.matches('.MuiTouchRipple-root, .MuiTouchRipple-root *');

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
function newSentence(changes: readonly MutationRecord[]): HTMLElement | null {
  for (const { type, target, addedNodes } of changes) {
    if (type === 'attributes') continue;
    const around = target instanceof Element ? target : target.parentElement;
    const sentence =
      around?.closest<HTMLElement>(SENTENCES) ??
      [...addedNodes].map((node) => foundIn(node, SENTENCES)).find((node) => node !== null);
    if (sentence?.isConnected) return sentence;
  }
  return null;
}

function foundIn(node: Node, selector: string): HTMLElement | null {
  if (!(node instanceof HTMLElement)) return null;
  return node.matches(selector) ? node : node.querySelector<HTMLElement>(selector);
}
