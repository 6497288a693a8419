import { and, eq } from 'drizzle-orm';
import {
  branchListChannel,
  listChannel,
  personChannel,
  publicTicketChannel,
  TICKET_CHANGED,
  TICKET_FOR_YOU,
  type TicketChanged,
  type TicketForYou,
  ticketChannel,
} from '../../contract/realtime.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { people, type tickets } from '../db/tables/index.ts';
import { publish } from './publish.ts';

interface TicketNews {
  ticket: Pick<
    typeof tickets.$inferSelect,
    'id' | 'version' | 'status' | 'branchId' | 'operatorId' | 'customerId'
  >;
  /** Row of contract/catalogs/timelineType.ts. */
  type: string;
  /** Hidden from end consumers. */
  internal: boolean;
  by: Pick<User, 'id' | 'name' | 'type'>;
  at: Date;
}

/** A ticket was written: who and what for the company, and for its end consumer only that there is news. */
export async function publishTicket(tx: Executor, { ticket, type, internal, by, at }: TicketNews) {
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
  await notifyOperator(tx, { ticket, type, internal, by, at });
  if (internal) return;
  const channels = [publicTicketChannel(ticket.id)];
  await publish(tx, { channels, event: TICKET_CHANGED, data: { ...data, por: null }, at });
  // What one of them writes is no answer to the others.
  if (type === 'MENSAGEM' && by.type !== 'CONSUMIDOR_FINAL')
    await notifyConsumers(tx, { ticket, type, internal, by, at });
}

/** Whose ticket it became. */
const HANDED = new Set(['ATRIBUICAO', 'ENCAMINHAMENTO', 'CRIACAO']);

/** Word to the one who deals with it; what somebody does themselves is no news to them. */
async function notifyOperator(tx: Executor, { ticket, type, by, at }: TicketNews) {
  const { id, operatorId } = ticket;
  const motivo = type === 'MENSAGEM' ? 'MENSAGEM' : HANDED.has(type) ? 'ATRIBUIDO' : null;
  if (motivo === null || operatorId === null || operatorId === by.id) return;
  const data: TicketForYou = { id, motivo, por: { id: by.id, nome: by.name } };
  await publish(tx, { channels: [personChannel(operatorId)], event: TICKET_FOR_YOU, data, at });
}

/** The end consumers of its customer hear that there is an answer, not whose. */
async function notifyConsumers(tx: Executor, { ticket, at }: TicketNews) {
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
