export { deleteSchedule, writeNewSchedule, writeSchedule } from './scheduleWrite.ts';
