import { and, eq } from 'drizzle-orm';
import {
  branchListChannel,
  listChannel,
  NOTICES_CHANGED,
  NOTICES_CHANNEL,
  ORDER_CHANGED,
  type OrderChanged,
  orderChannel,
  personChannel,
  publicTicketChannel,
  RECORDS_CHANGED,
  type RecordsChanged,
  recordChannel,
  recordsChannel,
  STOCK_CHANGED,
  stockChannel,
  TICKET_CHANGED,
  TICKET_FOR_YOU,
  type TicketChanged,
  type TicketForYou,
  ticketChannel,
} from '#contract/realtime.ts';
import { isFeedSubject } from '#contract/records/routes/feed.ts';
import type { PublicContext, User } from '../context.ts';
import { announce } from '../db/announce.ts';
import type { Executor } from '../db/client.ts';
import { notices, orders, people, realtimeEvents, type tickets } from '../db/tables/index.ts';

export interface Publication {
  /** Channel names from contract/realtime.ts. */
  channels: readonly string[];
  event: string;
  /** Ids, kinds, statuses and names; never text that a user wrote. */
  data: object;
  /** Now, unless it is told. */
  at?: Date;
}

/**
 * Publishes an event to channels: it is written within the transaction that causes it and announced once that is committed.
 * After a rollback it is never sent; if the announcement is missed, every process finds the row within a second (relay.ts). A
 * client that was offline reads the row later, from its cursor.
 */
export async function publish(tx: Executor, { channels, event, data, at }: Publication): Promise<void> {
  const [row] = await tx
    .insert(realtimeEvents)
    .values({ channels: [...channels], event, data: { ...data }, ...(at && { createdAt: at }) })
    .returning({ id: realtimeEvents.id });
  await announce(tx, String(row?.id));
}

/** Publishes that a notice was published, changed or withdrawn; each console then requests its own unread count. */
export const publishNotices = (tx: Executor, at: Date) =>
  publish(tx, { channels: [NOTICES_CHANNEL], event: NOTICES_CHANGED, data: {}, at });

/** Writes a notice, whoever its author is, and publishes it. The only way to create one. */
export async function postNotice(
  tx: Executor,
  values: typeof notices.$inferInsert,
  at: Date,
): Promise<typeof notices.$inferSelect> {
  const [row] = await tx.insert(notices).values(values).returning();
  if (!row) throw new Error('the notice was not written');
  await publishNotices(tx, at);
  return row;
}

/**
 * Publishes that a quote or order was written. Called by the audit, through which every such write passes, so that none can
 * forget to publish.
 */
export async function publishOrder(
  tx: Executor,
  ctx: Pick<PublicContext, 'user' | 'now'>,
  { id, action, told }: { id: number; action: string; told: readonly number[] },
): Promise<void> {
  const [order] = await tx.select({ version: orders.version }).from(orders).where(eq(orders.id, id));
  if (!order) return;
  const data: OrderChanged = {
    id,
    versao: order.version,
    acao: action,
    por: ctx.user ? { id: ctx.user.id, nome: ctx.user.name } : null,
    avisados: [...told],
  };
  await publish(tx, { channels: [orderChannel(id)], event: ORDER_CHANGED, data, at: ctx.now() });
}

/** Publishes that stock was reserved or released. */
export const publishStock = (tx: Executor, branchIds: readonly number[], at: Date): Promise<void> =>
  publish(tx, { channels: branchIds.map(stockChannel), event: STOCK_CHANGED, data: {}, at });

/**
 * Publishes that records were written, with one event per type. Called by the audit, through which every such write passes,
 * so that none can forget to publish.
 */
export async function publishRecords(
  tx: Executor,
  ctx: Pick<PublicContext, 'user' | 'now'>,
  written: readonly { type: string; recordId: number }[],
): Promise<void> {
  const idsOf = new Map<string, Set<number>>();
  // Subjects that are not records of a type have channels of their own.
  for (const { type, recordId } of written)
    if (!isFeedSubject(type)) idsOf.set(type, (idsOf.get(type) ?? new Set()).add(recordId));
  for (const [type, ids] of idsOf) {
    const data: RecordsChanged = {
      cadastro: type,
      por: ctx.user ? { id: ctx.user.id, nome: ctx.user.name } : null,
    };
    await publish(tx, {
      channels: [recordsChannel(type), ...[...ids].map((id) => recordChannel(type, id))],
      event: RECORDS_CHANGED,
      data,
      at: ctx.now(),
    });
  }
}

interface TicketNews {
  ticket: Pick<
    typeof tickets.$inferSelect,
    'id' | 'version' | 'internalVersions' | 'status' | 'branchId' | 'operatorId' | 'customerId'
  >;
  /** A value of contract/catalogs/timelineType.ts, or `ANALYSIS_SUGGESTED`. */
  type: string;
  /** Whether the entry is hidden from people outside the company. */
  internal: boolean;
  /** Whether people outside the company are told that something changed. */
  noticed: boolean;
  by: Pick<User, 'id' | 'name' | 'type'>;
  at: Date;
}

/**
 * Publishes that a ticket was written: the company learns who did what, people outside only that something changed that they
 * can see.
 */
export async function publishTicket(tx: Executor, { ticket, type, internal, noticed, by, at }: TicketNews) {
  const data: TicketChanged = {
    id: ticket.id,
    versao: ticket.version,
    tipo: type,
    status: ticket.status,
    por: { id: by.id, nome: by.name },
  };
  await publish(tx, {
    channels: [
      ticketChannel(ticket.id),
      listChannel('tickets'),
      branchListChannel('tickets', ticket.branchId),
    ],
    event: TICKET_CHANGED,
    data,
    at,
  });
  await notifyOperator(tx, { ticket, type, by, at });
  if (!noticed) return;
  const channels = [publicTicketChannel(ticket.id)];
  const shown: TicketChanged = {
    ...data,
    versao: ticket.version - ticket.internalVersions,
    tipo: internal ? 'STATUS' : type,
    por: null,
  };
  await publish(tx, { channels, event: TICKET_CHANGED, data: shown, at });
  // A message by one consumer is not an answer to the others.
  if (!internal && type === 'MENSAGEM' && by.type !== 'CONSUMIDOR_FINAL')
    await notifyConsumers(tx, ticket, at);
}

/** Timeline types that give the ticket to an operator. */
const ASSIGNMENT_TYPES = new Set(['ATRIBUICAO', 'ENCAMINHAMENTO', 'CRIACAO', 'DIVIDIDO_DE']);

/** Notifies the ticket's operator, except of their own actions. */
async function notifyOperator(
  tx: Executor,
  { ticket, type, by, at }: Omit<TicketNews, 'internal' | 'noticed'>,
) {
  const { id, operatorId } = ticket;
  const motivo = type === 'MENSAGEM' ? 'MENSAGEM' : ASSIGNMENT_TYPES.has(type) ? 'ATRIBUIDO' : null;
  if (motivo === null || operatorId === null || operatorId === by.id) return;
  const data: TicketForYou = { id, motivo, por: { id: by.id, nome: by.name } };
  await publish(tx, { channels: [personChannel(operatorId)], event: TICKET_FOR_YOU, data, at });
}

/** Notifies the customer's end consumers that there is an answer, without saying who wrote it. */
async function notifyConsumers(tx: Executor, ticket: TicketNews['ticket'], at: Date) {
  const rows = await tx
    .select({ id: people.id })
    .from(people)
    .where(
      and(
        eq(people.customerId, ticket.customerId),
        eq(people.type, 'CONSUMIDOR_FINAL'),
        eq(people.active, true),
      ),
    );
  if (rows.length === 0) return;
  const data: TicketForYou = { id: ticket.id, motivo: 'MENSAGEM', por: null };
  await publish(tx, {
    channels: rows.map(({ id }) => personChannel(id)),
    event: TICKET_FOR_YOU,
    data,
    at,
  });
}
