export type { PrintToFile } from './deliver.ts';
export { deleteSchedule, writeNewSchedule, writeSchedule } from './scheduleWrite.ts';
