export { attachedFiles } from './change/attachedFiles.ts';
export { type ChangingTicket, changeTicket } from './change/changeTicket.ts';
export { lockTicket, type TicketRecord } from './change/lockTicket.ts';
export { openTicket } from './create/createTicket.ts';
export { changeProducts } from './products/changeProducts.ts';
