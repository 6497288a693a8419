import type { MenuTicketType } from '../../../../contract/sac/ticketCatalog.ts';

/** Whether tickets of a type hold invoices or products at all. */
export const collects = (type: MenuTicketType | null): boolean =>
  type !== null && type.usa_nota + type.usa_produto + type.usa_nota_produto > 0;
