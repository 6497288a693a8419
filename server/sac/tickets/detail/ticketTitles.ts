import type { TicketTitle } from '../../../../contract/sac/ticketItems.ts';
import type { Context } from '../../../context.ts';
import { isConsumer } from '../../../session/scope.ts';
import { requireVisibleTicket } from '../queries.ts';
import { type TitleRow, titlesOfTicket } from '../steps/ticketTitles.ts';

/** The titles of the ticket's invoices; why one was denied is said to consumers by a message, not here. */
export async function ticketTitles(ticketId: number, { db, user }: Context): Promise<TicketTitle[]> {
  await requireVisibleTicket(db, user, ticketId);
  const rows = await titlesOfTicket(db, ticketId);
  return rows.map((row) => ({ ...ticketTitle(row), decisao: decisionOf(row, isConsumer(user)) }));
}

const ticketTitle = ({ title, invoiceNumber }: TitleRow) => ({
  id: title.id,
  nro: title.number,
  numNf: invoiceNumber,
  dtVenc: title.dueOn,
  valor: title.amount,
  pagoEm: title.paidOn,
});

const decisionOf = ({ decision }: TitleRow, outside: boolean): TicketTitle['decisao'] =>
  decision && {
    decisao: decision.decision,
    vencimentoAnterior: decision.oldDueOn,
    novoVencimento: decision.newDueOn,
    obs: outside ? '' : decision.note,
  };
