import {
  branchListChannel,
  listChannel,
  publicTicketChannel,
  TICKET_CHANGED,
  type TicketChanged,
  ticketChannel,
} from '../../contract/realtime.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import type { tickets } from '../db/tables/index.ts';
import { publish } from './publish.ts';

interface TicketNews {
  ticket: Pick<typeof tickets.$inferSelect, 'id' | 'version' | 'status' | 'branchId'>;
  /** Row of contract/catalogs/timelineType.ts. */
  type: string;
  /** Hidden from end consumers. */
  internal: boolean;
  by: Pick<User, 'id' | 'name'>;
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
  if (internal) return;
  const channels = [publicTicketChannel(ticket.id)];
  await publish(tx, { channels, event: TICKET_CHANGED, data: { ...data, por: null }, at });
}
