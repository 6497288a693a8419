/** Leaves the page for a fresh one: nothing that this one holds in memory comes along. */
export const leavePage = (path: string) => location.assign(path);

/** The same for a page that nobody wants to come back to: 'back' leads to the one before it. */
export const replacePage = (path: string) => location.replace(path);
