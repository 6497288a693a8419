/** A contact to come, written within the transaction of what gave rise to it. */
export { scheduleAgenda } from './create.ts';
