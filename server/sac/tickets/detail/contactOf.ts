import type { ConsumerForm } from '../../../../contract/rules/tickets/consumerForm.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import type { customers, tickets } from '../../../db/tables/index.ts';

interface WithContact {
  ticket: Pick<typeof tickets.$inferSelect, 'extraFields'>;
  customer: Pick<typeof customers.$inferSelect, 'legalName' | 'document' | 'email' | 'phone'>;
}

/** Whom the ticket speaks of: the consumer that it was opened for, otherwise the customer. */
export function contactOf({ ticket, customer }: WithContact): Ticket['contato'] {
  const consumer = ticket.extraFields.consumidorFinal as Partial<ConsumerForm> | undefined;
  return {
    nome: consumer?.nome || customer.legalName,
    documento: consumer?.documento || customer.document,
    email: consumer?.email || customer.email,
    telefone: consumer?.telefone || customer.phone,
  };
}
