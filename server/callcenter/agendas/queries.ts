/** What other modules ask of agendas. */

export { type AgendaFilters, agendaCondition, openAgenda } from './condition.ts';
export { createAgenda, requireAssignee, scheduleAgenda } from './create.ts';
export { agendaDays } from './days.ts';
export { deleteAgenda, updateAgenda } from './update.ts';
export { changeAgenda, type LockedAgenda, lockAgenda } from './writeAgenda.ts';
