import * as React from 'react';

interface Internals {
  recentlyCreatedOwnerStacks?: number;
}

/** React's own limit: beyond as many it takes no more of them until it starts anew to count. */
const ENOUGH = 1e4;

/**
 * React's development build takes a stack trace for every element that is made, so that a warning can say where;
 * a tenth of a suite's time. Warnings still name the components.
 */
export function leaveOwnerStacksOut(): void {
  const internals = (React as unknown as Record<string, Internals | undefined>)
    .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
  if (internals?.recentlyCreatedOwnerStacks === undefined) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => ENOUGH, set: () => {} });
}
