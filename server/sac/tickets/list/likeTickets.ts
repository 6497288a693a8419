import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import type { ticketRoutes } from '#contract/sac/tickets.ts';
import type { Context } from '#server/context.ts';
import {
  invoiceItems,
  invoices,
  isOpen,
  ticketInvoices,
  ticketItems,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { isConsumer, ticketScope } from '#server/session/scope.ts';

type Like = typeof ticketRoutes.like;

/** How many are named: who sees three goes and looks. */
const MOST_NAMED = 3;

/**
 * Open tickets of the customer about one of these invoices, or under the same subject. A subject that is only the name of its type
 * says nothing.
 */
export async function likeTickets(
  { query: { idCli, notas = [], assunto = '' } }: Input<Like>,
  { db, user }: Context,
): Promise<Output<Like>> {
  const customerId = isConsumer(user) ? user.customerId : idCli;
  const subject = assunto.trim();
  if (!customerId || (notas.length === 0 && subject === '')) return [];
  const keys = notas.length > 0 ? notas : [''];
  const numbers = sql<number[]>`array(
    select distinct n.number from ${invoices} n
    where n.key in (${sql.join(
      keys.map((key) => sql`${key}`),
      sql`, `,
    )}) and (
      exists (select from ${ticketInvoices} w where w.ticket_id = ${tickets.id} and w.invoice_id = n.id)
      or exists (
        select from ${ticketItems} l join ${invoiceItems} q on q.id = l.invoice_item_id
        where l.ticket_id = ${tickets.id} and q.invoice_id = n.id))
    order by 1)`;
  const found = db
    .select({
      id: tickets.id,
      assunto: tickets.subject,
      datahora_criacao: tickets.createdAt,
      notas: numbers.as('notas'),
      same: sameSubject(subject).as('same'),
    })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.typeId))
    .where(and(eq(tickets.customerId, customerId), isOpen(tickets), ticketScope(user)))
    .as('found');
  const rows = await db
    .select()
    .from(found)
    .where(or(sql`cardinality(${found.notas}) > 0`, found.same))
    .orderBy(desc(sql`cardinality(${found.notas}) > 0`), desc(found.datahora_criacao), desc(found.id))
    .limit(MOST_NAMED);
  return rows.map(({ same: _, datahora_criacao, ...row }) => ({
    ...row,
    datahora_criacao: datahora_criacao.toISOString(),
  }));
}

const sameSubject = (subject: string): SQL<boolean> =>
  subject === ''
    ? sql<boolean>`false`
    : sql<boolean>`${tickets.foldedSubject} = fold_text(${subject}) and ${tickets.subject} <> ${ticketTypes.description}`;
