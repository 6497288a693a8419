/** Leaves the page for a fresh one, so that nothing held in memory is carried over. */
export const hardNavigation = {
  leave: (path: string) => location.assign(path),
  /** For a page that no one should return to: 'back' skips it. */
  replace: (path: string) => location.replace(path),
};

/**
 * Whether this page's memory may contain cached responses, drafts or channels of a previous person. If so, the next person to
 * sign in gets a fresh page.
 */
export const pageMemory = { hasPreviousUserData: false };
