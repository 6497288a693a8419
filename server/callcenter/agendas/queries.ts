/** What other modules ask of agendas. */

export { type AgendaFilters, agendaCondition, openAgenda } from './condition.ts';
export { createAgenda, insertAgenda, requireAssignee, scheduleAgenda } from './create.ts';
export { agendaDays } from './days.ts';
export { agendaRows } from './rows.ts';
export { deleteAgenda, updateAgenda } from './update.ts';
export { type AgendaChange, changeAgenda, type LockedAgenda, lockAgenda } from './writeAgenda.ts';
