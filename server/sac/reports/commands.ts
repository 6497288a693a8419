export { endLeftRuns } from './run/openRun.ts';
