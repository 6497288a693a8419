export { attachedFiles } from './change/attachedFiles.ts';
export { type ChangingTicket, changeTicket } from './change/changeTicket.ts';
export { lockTicket, type TicketRecord, versionFor } from './change/lockTicket.ts';
export { openTicket } from './create/createTicket.ts';
export { contactOf } from './detail/oneTicket.ts';
export { startMailingCustomers } from './mail/mailCustomers.ts';
export { reopenTicket } from './moves/reopen.ts';
export { writeProducts } from './products/changeProducts.ts';
export { writeReply } from './reply/postMessage.ts';
