/** What the home page needs of the goals. */
export { soldInMonth, soldValue } from './sold.ts';
