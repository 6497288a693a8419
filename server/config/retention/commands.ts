export { actTonight } from './nightly.ts';
export { sweepAudit, sweepEmails } from './sweeps.ts';
