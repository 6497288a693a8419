export { parametersFor, publicParameters, serviceParameters } from './effectiveParameters.ts';
export { calendarOf, standardCalendar, workCalendar } from './workCalendar.ts';
