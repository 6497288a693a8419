import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import type { MessageInput } from '#contract/sac/tickets/ticketConversation.ts';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import {
  outboxEmails,
  people,
  realtimeEvents,
  ticketEvents,
  ticketMessages,
  tickets,
} from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../ticketFixture.ts';

type Who = PersonType | 'OTHER_OPERATOR';
export const MINUTE = 60_000;

export let fixture: TicketFixture;
let folder: string;
/** Belongs to the customer `first`. */
export let ticket: number;
/** Belongs to the consumer. */
export let own: number;

/** Sets up two tickets to write on, for the tests of one file. */
export function openReplies(): void {
  beforeAll(async () => {
    fixture = await ticketFixture();
    folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-reply-'));
    fixture.server.deps.files = folderStore(folder);
    const [sector] = fixture.sectorIds;
    await db().update(people).set({ sectorId: sector }).where(eq(people.id, fixture.people.OPERADOR));
    ticket = await fixture.addTicket({ status: 'EM_ATENDIMENTO' });
    own = await fixture.addTicket({ status: 'EM_ATENDIMENTO', customerId: fixture.customerIds.consumer });
  });
  afterAll(async () => {
    await fixture?.server.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

export const db = () => fixture.server.deps.db;

export const post = (id: number, body: Partial<MessageInput>, who: Who = 'OPERADOR', key?: string) =>
  fixture.server.call('POST', `/sac/tickets/${id}/historico`, {
    token: fixture.tokens[who],
    body: { tipo: 'PUBLICO', mensagem: '<p>Olá</p>', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

export const stateOf = async (id: number) => {
  const [row] = await db().select().from(tickets).where(eq(tickets.id, id));
  if (!row) throw new Error('no such ticket');
  return row;
};
export const eventsOf = (id: number) =>
  db().select().from(ticketEvents).where(eq(ticketEvents.ticketId, id)).orderBy(desc(ticketEvents.id));
export const messagesOf = (id: number) =>
  db().select().from(ticketMessages).where(eq(ticketMessages.ticketId, id)).orderBy(desc(ticketMessages.id));
export const mails = () => db().select().from(outboxEmails).orderBy(desc(outboxEmails.id));
export const published = async () => {
  const rows = await db().select().from(realtimeEvents).orderBy(desc(realtimeEvents.id)).limit(2);
  return rows.flatMap(({ channels }) => channels);
};

/** Earlier sessions have expired by then, so new ones are created. */
export async function daysLater(days: number) {
  fixture.server.advance(days * 24 * 60 * MINUTE);
  for (const type of ['ADMIN', 'OPERADOR', 'CONSUMIDOR_FINAL'] as const)
    fixture.tokens[type] = await fixture.server.sessionOf(fixture.people[type]);
}

export async function uploadAs(who: Who, name = 'foto da caixa amassada no transporte.pdf') {
  const boundary = 'b0undary';
  const content = '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
  const { status, body } = await fixture.server.call('POST', '/config/arquivos', {
    token: fixture.tokens[who],
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="arquivo"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    ),
  });
  expect(status).toBe(200);
  return body.data;
}
