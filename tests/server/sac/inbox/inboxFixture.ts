import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { replyAddress } from '#server/adapters/mail/signedAddress.ts';
import { parameters, receivedEmails, ticketMessages } from '#server/db/tables/index.ts';
import { receiveMail } from '#server/sac/inbox/commands.ts';
import { installationSecret } from '#server/session/secrets.ts';
import { type TicketFixture, ticketFixture } from '../tickets/ticketFixture.ts';

export const CLARA = 'clara@exemplo.com.br';
export const BASE = 'atendimento@empresa.com.br';
export const MINUTE = 60_000;

export let fixture: TicketFixture;
/** Waits for its customer, who is Clara. */
export let ticket: number;
let folder: string;
let secret: string;

/** Opens the ticket mailbox of a small company for the tests of one file, with a new ticket for each of them. */
export function openInbox(): void {
  beforeAll(async () => {
    fixture = await ticketFixture();
    folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-inbox-'));
    fixture.server.deps.files = folderStore(folder);
    Object.assign(fixture.server.deps.settings, { dataDir: folder });
    secret = await installationSecret(db());
    await setting('emailResposta', BASE);
  });
  afterAll(async () => {
    await fixture?.server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    fixture.server.advance(61 * MINUTE);
    for (const type of ['ADMIN', 'OPERADOR'] as const)
      fixture.tokens[type] = await fixture.server.sessionOf(fixture.people[type]);
    ticket = await fixture.addTicket({
      status: 'AGUARDANDO_CLIENTE',
      customerId: fixture.customerIds.consumer,
    });
  });
}

export const db = () => fixture.server.deps.db;
export const deps = () => ({
  ...fixture.server.deps,
  log: { warn: () => {} } as unknown as FastifyBaseLogger,
});
export const setting = (key: string, value: unknown) =>
  db()
    .insert(parameters)
    .values({ area: 'SAC', key, value, branchId: 0 })
    .onConflictDoUpdate({ target: [parameters.area, parameters.key, parameters.branchId], set: { value } });
export const addressOf = (id: number, recipient = CLARA) =>
  replyAddress(secret, { base: BASE, ticketId: id, recipient });

let count = 0;
export interface Written {
  from?: string;
  to?: string;
  id?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
/** An e-mail in its wire format. */
export function eml({
  from = `Clara Nunes <${CLARA}>`,
  to,
  id,
  headers = {},
  body = 'Segue.',
}: Written = {}): Buffer {
  count++;
  const head = {
    From: from,
    To: to ?? addressOf(ticket),
    Subject: 'Re: [Ticket]',
    'Message-ID': id ?? `<m${count}@exemplo.com.br>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}
export const receive = (written?: Written) => receiveMail(deps(), eml(written));
export const messages = (id = ticket) =>
  db().select().from(ticketMessages).where(eq(ticketMessages.ticketId, id)).orderBy(desc(ticketMessages.id));
export const row = async (id: number) =>
  (await db().select().from(receivedEmails).where(eq(receivedEmails.id, id)))[0];

export const multipart = (parts: { type: string; name?: string; content: Buffer | string }[]) => ({
  headers: { 'Content-Type': 'multipart/mixed; boundary="b0"', 'MIME-Version': '1.0' },
  body: `${parts
    .map(
      ({ type, name, content }) =>
        `--b0\r\nContent-Type: ${type}${name ? `; name="${name}"` : ''}\r\nContent-Transfer-Encoding: base64\r\n${name ? `Content-Disposition: attachment; filename="${name}"\r\n` : ''}\r\n${Buffer.from(content).toString('base64')}\r\n`,
    )
    .join('')}--b0--\r\n`,
});
export const PDF = '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
