const TOGGLE = '[role=group] > button[aria-pressed]';

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
  // Of a group of buttons of which one or several are chosen.
  TOGGLE,
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

/** What draws the dialog around its content. */
const isBox = (element: Element) => element.matches('[role=presentation], [role=dialog]');

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
  if (!field.matches(`input[type=radio], ${TOGGLE}`)) return field;
  const group = field.closest('[role=radiogroup], [role=group]');
  const chosen = group?.querySelector<HTMLElement>('input[type=radio]:checked, [aria-pressed="true"]');
  return chosen && !chosen.matches(SKIPPED) ? chosen : field;
}
