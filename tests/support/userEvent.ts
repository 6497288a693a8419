import original, {
  type Options,
  PointerEventsCheckLevel,
} from '@testing-library/user-event/dist/esm/index.js';

export { PointerEventsCheckLevel };

/** Without a turn of the clock after each key, and without asking at each click what hides the target: jsdom lays out nothing. */
const QUICK = { delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never };

/** The person of every screen test: jest.config.mjs puts this in the place of the package. */
export const userEvent = {
  ...original,
  setup: (options: Options = {}) => original.setup({ ...QUICK, ...options }),
};

// biome-ignore lint/style/noDefaultExport: the package that this stands for has one
export default userEvent;
