import * as React from 'react';

interface Internals {
  recentlyCreatedOwnerStacks?: number;
}

/** React's own limit: beyond this number it takes no more stack traces until its counter is reset. */
const UNLIMITED = 1e4;

/**
 * React's development build takes a stack trace for every element created, so that warnings can show the location; that is a
 * tenth of a suite's time. Warnings still name the components.
 */
export function disableOwnerStacks(): void {
  const internals = (React as unknown as Record<string, Internals | undefined>)
    .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
  if (internals?.recentlyCreatedOwnerStacks === undefined) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => UNLIMITED, set: () => {} });
}
