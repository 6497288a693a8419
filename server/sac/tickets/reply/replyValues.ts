import { eq } from 'drizzle-orm';
import {
  REPLY_VARIABLES,
  type ReplyValues,
  unfilledVariables,
} from '#contract/config/texts/cannedReplies.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { branches, customers, tickets } from '#server/db/tables/index.ts';
import { notFound, refused } from '#server/errors.ts';
import { contactOf } from '../detail/oneTicket.ts';
import { invoicesOf } from '../detail/ticketParts.ts';

/** The values of a canned reply's variables for a ticket, where nobody reads the text before it is sent. */
export async function replyValues(
  tx: Tx,
  { user }: Pick<Context, 'user'>,
  ticketId: number,
): Promise<ReplyValues> {
  const [row] = await tx
    .select({ ticket: tickets, customer: customers, branch: branches.tradeName })
    .from(tickets)
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .innerJoin(branches, eq(branches.id, tickets.branchId))
    .where(eq(tickets.id, ticketId));
  if (!row) throw notFound();
  const { ticket, customer, branch } = row;
  const invoices = await invoicesOf(tx, ticketId);
  return {
    cliente: customer.tradeName || customer.legalName,
    contato: contactOf(row).nome,
    ticket: String(ticketId),
    assunto: ticket.subject,
    nota: invoices.map(({ numNf }) => numNf).join(', '),
    // A rule is nobody who answers.
    atendente: user.byRule ? '' : user.name,
    empresa: branch,
    filial: branch,
  };
}

/** Refuses a text that would reach the customer with the name of a variable in place of its value. */
export function requireFilled(html: string): void {
  const left = unfilledVariables(html);
  if (left.length === 0) return;
  const names = REPLY_VARIABLES.filter(({ name }) => left.includes(name)).map(({ label }) => label);
  throw refused('VARIAVEL_SEM_VALOR', `Falta neste ticket o que o texto usa: ${names.join(', ')}.`);
}
