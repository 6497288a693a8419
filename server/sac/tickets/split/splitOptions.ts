import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Input } from '#contract/route.ts';
import {
  MOST_SPLIT,
  splitGoodsObstacle,
  splitStandingObstacle,
} from '#contract/rules/tickets/ticketSplit.ts';
import type { SplitOptions, ticketSplitRoutes } from '#contract/sac/tickets/ticketSplits.ts';
import type { Context, User } from '#server/context.ts';
import {
  files,
  invoiceItems,
  invoices,
  people,
  products,
  receivedEmails,
  ticketAttachments,
  ticketItems,
  ticketMessages,
  tickets,
} from '#server/db/tables/index.ts';
import { notFound } from '#server/errors.ts';
import { isOutside, ticketScope } from '#server/session/scope.ts';
import { htmlAsText } from '#server/text/cleanHtml.ts';
import { versionFor } from '../change/lockTicket.ts';
import { quantityInForceSql } from '../lineFigures.ts';
import { splitGround } from './splitGround.ts';

/** Of those outside the company: neither notes nor what was forwarded, and no internal file. Those of extra fields stay with them. */
export const readableMessages = (user: User): SQL | undefined =>
  isOutside(user) ? eq(ticketMessages.type, 'PUBLICO') : undefined;
export const readableFiles = (user: User): SQL | undefined =>
  and(
    isNull(ticketAttachments.fieldKey),
    isOutside(user) ? eq(ticketAttachments.internal, false) : undefined,
  );

/** As much of a message as tells it from the others. */
const BEGINNING = 160;

export async function splitOptions(
  { params }: Input<typeof ticketSplitRoutes.options>,
  { db, user }: Context,
): Promise<SplitOptions> {
  const [ticket] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, params.idTicket), ticketScope(user)));
  if (!ticket) throw notFound();
  const [ground, lines, messages, loose] = await Promise.all([
    splitGround(db, ticket),
    db
      .select({
        id: ticketItems.id,
        descricao: ticketItems.description,
        nota: invoices.number,
        quantidade: quantityInForceSql,
        unidade: sql<string>`coalesce(${ticketItems.unit}, ${invoiceItems.unit}, ${products.unit})`,
      })
      .from(ticketItems)
      .innerJoin(products, eq(products.id, ticketItems.productId))
      .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
      .leftJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
      .where(eq(ticketItems.ticketId, ticket.id))
      .orderBy(asc(ticketItems.line)),
    db
      .select({
        message: ticketMessages,
        author: people.name,
        email: { name: receivedEmails.fromName, address: receivedEmails.fromAddress },
        files: sql<number>`(select count(*)::int from ${ticketAttachments} where ${ticketAttachments.messageId} = ${ticketMessages}.id)`,
      })
      .from(ticketMessages)
      .innerJoin(people, eq(people.id, ticketMessages.authorId))
      .leftJoin(receivedEmails, eq(receivedEmails.ticketMessageId, ticketMessages.id))
      .where(and(eq(ticketMessages.ticketId, ticket.id), readableMessages(user)))
      .orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
      .limit(MOST_SPLIT),
    db
      .select({ id: ticketAttachments.id, nome: files.name })
      .from(ticketAttachments)
      .innerJoin(files, eq(files.id, ticketAttachments.fileId))
      .where(
        and(
          eq(ticketAttachments.ticketId, ticket.id),
          readableFiles(user),
          isNull(ticketAttachments.itemId),
          isNull(ticketAttachments.messageId),
        ),
      )
      .orderBy(asc(ticketAttachments.id))
      .limit(MOST_SPLIT),
  ]);
  return {
    versao: versionFor(user, ticket),
    assunto: ticket.subject,
    impedimento: splitStandingObstacle(ground)?.message ?? null,
    impedimentoProdutos: splitGoodsObstacle(ground)?.message ?? null,
    tipo: { nome: ground.ticket.typeName, ...ground.type },
    produtos: lines,
    mensagens: messages.map(({ message, author, email, files: attached }) => ({
      id: message.id,
      autor: email ? email.name || email.address : author,
      datahora_criacao: message.createdAt.toISOString(),
      tipo: message.type,
      inicio: beginningOf(message.html),
      arquivos: attached,
    })),
    arquivos: loose,
  };
}

function beginningOf(html: string): string {
  const text = htmlAsText(html).replace(/\s+/g, ' ').trim();
  return text.length > BEGINNING ? `${text.slice(0, BEGINNING - 1).trimEnd()}…` : text;
}
