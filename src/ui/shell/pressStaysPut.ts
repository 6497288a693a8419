const PRESSED = 'a[href], button, [role="button"], [role="tab"]';
const WRITTEN = 'input, textarea, [contenteditable="true"]';

/**
 * A field that is left says what is wrong with it, which moves what stands below: the button under the finger would be
 * gone before it is released. So the focus goes with the click, not with the press, and nothing moves in between.
 */
export function pressStaysPut(page: Document = document) {
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
      // A click of the keyboard has no press before it, and the focus already.
      const pressed = event.detail > 0 ? pressedOf(event) : null;
      if (pressed && page.activeElement?.matches(WRITTEN)) pressed.focus({ preventScroll: true });
    },
    { capture: true },
  );
}

/** What is dragged needs its press; what is out of the way of Tab keeps the focus in its field by itself. */
function pressedOf({ target }: MouseEvent): HTMLElement | null {
  const pressed = target instanceof Element ? target.closest<HTMLElement>(PRESSED) : null;
  return pressed && pressed.tabIndex >= 0 && !pressed.closest('[draggable="true"]') ? pressed : null;
}
