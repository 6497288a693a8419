import original, {
  type Options,
  PointerEventsCheckLevel,
  type UserEvent,
} from '@testing-library/user-event/dist/esm/index.js';

export { PointerEventsCheckLevel };

/**
 * Without yielding after each keystroke, and without checking on each click what covers the target, since jsdom has no
 * layout.
 */
const QUICK = { delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never };

/** The user of every screen test; jest.config.mjs replaces the package with this. */
export const userEvent = {
  ...original,
  setup(options: Options = {}): UserEvent {
    const user = original.setup({ ...QUICK, ...options });
    return {
      ...user,
      async click(target) {
        requireEnabled(target);
        await user.click(target);
      },
    };
  },
};

/**
 * A click on a disabled button does nothing, so that a test that clicks before the button is enabled would fail much later, and
 * only on a busy machine.
 */
function requireEnabled(target: Element): void {
  const button = target.closest('button');
  if (button?.disabled) throw new Error(`'${button.textContent}' is clicked while it is disabled.`);
}

// biome-ignore lint/style/noDefaultExport: the replaced package has a default export
export default userEvent;
