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
    const element = lastFocused();
    // A dialog keeps the focus within itself: it goes to the dialog, around what is busy.
    if (element && isBusy(element) && target.contains(element)) return;
    if (target.closest(MENU) && !focused?.closest(MENU)) opener = focused;
    focused = target;
  };
  const onPress = ({ target }: Event) => {
    const element = lastFocused();
    if (element && isBusy(element) && !element.contains(target as Node)) forget();
  };
  const observer = new MutationObserver((mutations) => {
    const element = lastFocused();
    if (
      element &&
      !isBusy(element) &&
      mutations.some(({ target }) => target === element) &&
      isLost(page, element)
    )
      element.focus({ preventScroll: true });
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

/** What had the focus is gone from the page: its heading gets it, so that the keyboard goes on from there. */
export function focusHeadingIfLost(page: Document = document) {
  if (page.activeElement !== null && page.activeElement !== page.body) return;
  page.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

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
