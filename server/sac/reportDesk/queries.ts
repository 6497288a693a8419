export { findReceivers, shownSchedules } from './scheduleQueries.ts';
