export { endLeftRuns } from './run/openRun.ts';
export { keepFile } from './run/runReport.ts';
