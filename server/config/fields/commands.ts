export { changeTicketFields } from './index.ts';
