/** Planned contacts, written within the transaction of whatever causes them. */
export { createAgenda, requireAssignee, scheduleAgenda } from './create.ts';
export { deleteAgendas, rescheduling, updateAgenda } from './update.ts';
export { changeAgenda, eachAgenda, type LockedAgenda, lockAgenda, lockOpenAgendas } from './writeAgenda.ts';
