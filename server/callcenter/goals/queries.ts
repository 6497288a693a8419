/** What the home page and campaigns need of the goals. */
export { SOLD, soldInMonth, soldValue } from './sold.ts';
