import Button from '@mui/material/Button';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { useRegistration } from '../../../custom/registration/useRegistration.ts';

/** A first contact becomes a whole customer, with what the ticket says of them. */
export function CompleteCustomer({ ticket }: { ticket: Ticket }) {
  const { mayServe, completeFromTicket } = useRegistration();
  if (!mayServe) return null;
  const { nome, documento, email, telefone } = ticket.contato;
  const known = {
    documento,
    empresa: { razaoSocial: nome },
    contatos: { telefone1: telefone, email: email.toLowerCase() },
  };
  return (
    <Button size="small" sx={{ mr: -2 }} onClick={() => completeFromTicket(ticket, { known })}>
      Completar cadastro
    </Button>
  );
}
