/** Leaves the page for a fresh one: nothing that this one holds in memory comes along. */
export const leavePage = (path: string) => location.assign(path);
