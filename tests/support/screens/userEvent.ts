import original, {
  type Options,
  PointerEventsCheckLevel,
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
  setup: (options: Options = {}) => original.setup({ ...QUICK, ...options }),
};

// biome-ignore lint/style/noDefaultExport: the replaced package has a default export
export default userEvent;
