/** What other modules ask of capacities. */
export { openLoads, workingDays } from './capacity.ts';
export { capacityOf } from './people.ts';
