import { afterEach, jest } from '@jest/globals';
import { configure, prettyDOM } from '@testing-library/dom';
import '@testing-library/jest-dom/jest-globals';
import { cleanup } from '@testing-library/react';
import { findLabelsNearby } from './labelsOf.ts';
import { disableOwnerStacks } from './noOwnerStacks.ts';
import { disableStyles } from './noStyles.ts';

/** Runs before each suite of screens. */
export function setUp(): void {
  Object.assign(globalThis, {
    // Testing Library looks for it in order to advance fake timers.
    jest,
    IS_REACT_ACT_ENVIRONMENT: true,
  });
  afterEach(cleanup);

  // An awaited screen appears within a second on an idle machine, but not on a busy one.
  configure({ asyncUtilTimeout: 20_000, getElementError: lazyError });

  // Screens are tested without a live connection; the suite of src/ui/live provides its own.
  Reflect.deleteProperty(globalThis, 'WebSocket');

  disableStyles();
  findLabelsNearby();
  disableOwnerStacks();
}

/** The page is printed only when the error is read, because a waiting query fails many times before it succeeds. */
function lazyError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  // With the message as it was; V8 writes a stack, which reads source maps, only when it is asked for.
  const place = new Error(message ?? '');
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
  lazy('stack', () => (place.stack ?? '').replace(message ?? '', whole));
  return error;
}
