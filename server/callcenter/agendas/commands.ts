/** Contacts to come, written within the transaction of what gave rise to them. */
export { createAgenda, requireAssignee, scheduleAgenda } from './create.ts';
export { deleteAgenda, updateAgenda } from './update.ts';
export { changeAgenda, type LockedAgenda, lockAgenda } from './writeAgenda.ts';
