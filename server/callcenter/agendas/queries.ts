/** What other modules ask of agendas. */
export { type AgendaFilters, agendaCondition, openAgenda } from './condition.ts';
export { agendaDays } from './days.ts';
