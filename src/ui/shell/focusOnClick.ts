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
