/** How long a toast stays, in ms (document 002 section 9). */
export const TOAST_MS = 3000;
/** Generic fetch failures, and files that were refused. */
export const LONG_TOAST_MS = 5000;
