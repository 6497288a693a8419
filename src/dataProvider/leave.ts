/** The ways out of a page for a fresh one, to which nothing that this one holds in memory comes along. */
export const pageExit = {
  leave: (path: string) => location.assign(path),
  /** For a page that nobody wants to come back to: 'back' leads to the one before it. */
  replace: (path: string) => location.replace(path),
};
