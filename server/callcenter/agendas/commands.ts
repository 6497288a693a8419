/** Planned contacts, written within the transaction of whatever causes them. */
export { createAgenda, requireAssignee, scheduleAgenda } from './create.ts';
export { deleteAgenda, updateAgenda } from './update.ts';
export { changeAgenda, type LockedAgenda, lockAgenda } from './writeAgenda.ts';
