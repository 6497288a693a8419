import { afterEach, jest } from '@jest/globals';
import { configure, prettyDOM } from '@testing-library/dom';
import '@testing-library/jest-dom/jest-globals';
import { cleanup } from '@testing-library/react';
import { leaveOwnerStacksOut } from './noOwnerStacks.ts';
import { leaveStylesOut } from './noStyles.ts';

/** Before each suite of screens. */
export function setUp(): void {
  Object.assign(globalThis, {
    // Testing Library looks for it, to let a clock that stands still go on.
    jest,
    IS_REACT_ACT_ENVIRONMENT: true,
  });
  afterEach(cleanup);

  // A screen that is awaited comes within a second on an idle machine, not on one under load.
  configure({ asyncUtilTimeout: 20_000, getElementError: lazyError });

  // Screens stand without a live connection; the suite of src/ui/live brings one of its own.
  Reflect.deleteProperty(globalThis, 'WebSocket');

  leaveStylesOut();
  leaveOwnerStacksOut();
}

/** The page is printed when somebody reads the error: a query that waits fails many times before it finds. */
function lazyError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  const { stack = '' } = error;
  let printed: string | undefined;
  const whole = () => {
    printed ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n');
    return printed;
  };
  const lazy = (name: 'message' | 'stack', read: () => string) =>
    Object.defineProperty(error, name, {
      configurable: true,
      get: read,
      set: (value: string) =>
        Object.defineProperty(error, name, { value, writable: true, configurable: true }),
    });
  lazy('message', whole);
  // V8 wrote the message into it when the error was made.
  lazy('stack', () => stack.replace(message ?? '', whole));
  return error;
}
