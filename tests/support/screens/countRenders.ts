import * as React from 'react';

interface Dispatcher {
  useState: unknown;
  useEffect: unknown;
}

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: { H: Dispatcher | null };
};

/** Outside a component all hooks are one function, which throws. */
const isRendering = (dispatcher: Dispatcher | null): boolean =>
  dispatcher !== null && dispatcher.useState !== dispatcher.useEffect;

/** How many function components React renders meanwhile: it hands each of them its hooks. */
export async function rendersOf(act: () => unknown): Promise<number> {
  let hooks = internals.H;
  let count = 0;
  Object.defineProperty(internals, 'H', {
    configurable: true,
    get: () => hooks,
    set: (next: Dispatcher | null) => {
      if (isRendering(next) && !isRendering(hooks)) count += 1;
      hooks = next;
    },
  });
  try {
    await act();
    return count;
  } finally {
    Object.defineProperty(internals, 'H', { configurable: true, writable: true, value: hooks });
  }
}
