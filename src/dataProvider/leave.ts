/** The ways out of a page for a fresh one, to which nothing that this one holds in memory comes along. */
export const pageExit = {
  leave: (path: string) => location.assign(path),
  /** For a page that nobody wants to come back to: 'back' leads to the one before it. */
  replace: (path: string) => location.replace(path),
};

/**
 * Whether answers, drafts or channels of somebody who was here before may lie in the memory of this page: who signs in
 * next is given a fresh one.
 */
export const pageMemory = { used: false };
