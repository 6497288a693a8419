/** What has the focus, or had it until it was disabled. */
let focused: HTMLElement | null = null;
/** What had the focus before a menu, which returns it when it closes. */
let opener: HTMLElement | null = null;

/**
 * What is busy is disabled, and the browser takes the focus from it without giving it back. It gets the focus again as soon as
 * it is enabled, unless the focus has gone somewhere else in the meantime.
 */
export function busyFocus(page: Document = document): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const held = lastFocused();
    // A dialog keeps the focus within itself: it goes to the dialog, around what is busy.
    if (held && isBusy(held) && target.contains(held)) return;
    if (target.closest(MENU) && !focused?.closest(MENU)) opener = focused;
    focused = target;
  };
  const onPress = ({ target }: Event) => {
    const held = lastFocused();
    if (held && isBusy(held) && !held.contains(target as Node)) forget();
  };
  const observer = new MutationObserver((mutations) => {
    const held = lastFocused();
    if (held && !isBusy(held) && mutations.some(({ target }) => target === held) && isLost(page, held))
      held.focus({ preventScroll: true });
  });
  page.addEventListener('focusin', onFocus);
  page.addEventListener('pointerdown', onPress);
  observer.observe(page, { subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('pointerdown', onPress);
    forget();
  };
}

const MENU = '[role=menu], [role=listbox]';

/** What the focus returns to after a dialog: its opener may be busy while the dialog opens. */
export const lastFocused = (): HTMLElement | null => (focused && !focused.isConnected ? opener : focused);

function forget() {
  focused = null;
  opener = null;
}

const isBusy = (element: HTMLElement) => element.matches(':disabled');

function isLost({ activeElement, body }: Document, held: HTMLElement): boolean {
  return activeElement === null || activeElement === body || activeElement.contains(held);
}

const PRESSED = 'a[href], button, [role="button"], [role="tab"]';
const WRITTEN = 'input, textarea, [contenteditable="true"]';

/**
 * A field shows its error on blur, which moves everything below it: the pressed button would move away before it is released.
 * The focus therefore moves on click instead of on mousedown, so that nothing moves in between.
 */
export function focusOnClick(page: Document = document) {
  page.addEventListener(
    'mousedown',
    (event) => {
      if (event.button === 0 && pressedOf(event) && page.activeElement?.matches(WRITTEN))
        event.preventDefault();
    },
    { capture: true },
  );
  page.addEventListener(
    'click',
    (event) => {
      // A click triggered by the keyboard has no preceding mousedown, and the focus is already there.
      const pressed = event.detail > 0 ? pressedOf(event) : null;
      if (pressed && page.activeElement?.matches(WRITTEN)) pressed.focus({ preventScroll: true });
    },
    { capture: true },
  );
}

/**
 * Draggable elements need their mousedown, and elements outside the tab order do not take the focus from the field anyway.
 */
function pressedOf({ target }: MouseEvent): HTMLElement | null {
  const pressed = target instanceof Element ? target.closest<HTMLElement>(PRESSED) : null;
  return pressed && pressed.tabIndex >= 0 && !pressed.closest('[draggable="true"]') ? pressed : null;
}

/** What a person fills in or chooses among. Search results, tabs and buttons that only show something are not fields. */
const FIELDS = [
  'input:not([type=hidden], [type=file], [type=submit], [type=button])',
  'textarea',
  'select',
  '[contenteditable="true"]',
  '[role=combobox]',
  '[role=radio]',
  '[role=switch]',
  '[role=spinbutton]',
  '[role=slider]',
  // A group of buttons of which one or several are chosen.
  '.MuiToggleButton-root',
].join();

/** What the browser would skip by Tab, and what repeats another element, like the value behind a select. */
const SKIPPED =
  ':disabled, [aria-disabled="true"], [tabindex="-1"], [aria-hidden="true"] *, [aria-hidden="true"]';

/**
 * Focuses the first field of a dialog. Where the content is still loading, it waits for the field, unless the person has
 * gone somewhere else meanwhile. `onBegun` is called once it is settled who has the focus. Returns what stops the waiting.
 */
export function focusFirstField(dialog: HTMLElement, onBegun: () => void): () => void {
  const isSettled = () => hasFocus(dialog) || enter(dialog);
  if (isSettled()) {
    onBegun();
    return () => {};
  }
  const stop = () => {
    observer.disconnect();
    dialog.removeEventListener('pointerdown', begin);
  };
  const begin = () => {
    stop();
    onBegun();
  };
  const observer = new MutationObserver(() => {
    if (isElsewhere(dialog) || isSettled()) begin();
  });
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  dialog.addEventListener('pointerdown', begin);
  return stop;
}

/** Whether something inside has the focus, not only the box that keeps it within the dialog. */
function hasFocus(dialog: HTMLElement): boolean {
  const { activeElement } = dialog.ownerDocument;
  return (
    activeElement !== null &&
    activeElement !== dialog &&
    !isBox(activeElement) &&
    dialog.contains(activeElement)
  );
}

/** A dialog over this one has the focus. */
function isElsewhere(dialog: HTMLElement): boolean {
  const { activeElement, body } = dialog.ownerDocument;
  return activeElement !== null && activeElement !== body && !dialog.contains(activeElement);
}

const isBox = (element: Element) => element.matches('.MuiDialog-container, .MuiDialog-paper');

/** A field that cannot be seen does not take the focus, so the next is tried. */
function enter(dialog: HTMLElement): boolean {
  const loading = dialog.querySelector('[aria-busy="true"]');
  for (const field of fieldsOf(dialog)) {
    // What is still loading above it may contain the first field.
    if (loading && field.compareDocumentPosition(loading) & Node.DOCUMENT_POSITION_PRECEDING) return false;
    field.focus();
    if (dialog.ownerDocument.activeElement === field) return true;
  }
  return false;
}

const fieldsOf = (dialog: HTMLElement): HTMLElement[] =>
  [...dialog.querySelectorAll<HTMLElement>(FIELDS)].filter((field) => !field.matches(SKIPPED)).map(chosenOf);

/** Of a group of radio or toggle buttons, the chosen one is where the person goes on from. */
function chosenOf(field: HTMLElement): HTMLElement {
  if (!field.matches('input[type=radio], .MuiToggleButton-root')) return field;
  const group = field.closest('[role=radiogroup], .MuiToggleButtonGroup-root');
  const chosen = group?.querySelector<HTMLElement>('input[type=radio]:checked, [aria-pressed="true"]');
  return chosen && !chosen.matches(SKIPPED) ? chosen : field;
}
