export { actTonight, sweepAudit, sweepEmails } from './nightly.ts';
