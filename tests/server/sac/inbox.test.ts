import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { folderStore } from '../../../server/adapters/files/openFileStore.ts';
import { replyAddress } from '../../../server/adapters/mail/signedAddress.ts';
import {
  auditLog,
  customerContacts,
  customers,
  files,
  mailAddresses,
  outboxEmails,
  parameters,
  receivedEmails,
  ticketAttachments,
  ticketMessages,
  tickets,
} from '../../../server/db/tables/index.ts';
import { receiveMail, sweepReceived } from '../../../server/sac/inbox/commands.ts';
import { mailCustomers } from '../../../server/sac/tickets/mail/mailCustomers.ts';
import { installationSecret } from '../../../server/session/secrets.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

const CLARA = 'clara@exemplo.com.br';
const BASE = 'atendimento@empresa.com.br';
const MINUTE = 60_000;

let fixture: TicketFixture;
let folder: string;
let secret: string;
let ticket: number;
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

const db = () => fixture.server.deps.db;
const deps = () => ({ ...fixture.server.deps, log: { warn: () => {} } as unknown as FastifyBaseLogger });
const setting = (key: string, value: unknown) =>
  db()
    .insert(parameters)
    .values({ area: 'SAC', key, value, branchId: 0 })
    .onConflictDoUpdate({ target: [parameters.area, parameters.key, parameters.branchId], set: { value } });
const addressOf = (id: number, recipient = CLARA) =>
  replyAddress(secret, { base: BASE, ticketId: id, recipient });

let count = 0;
interface Written {
  from?: string;
  to?: string;
  id?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
/** An e-mail in its wire format. */
function eml({
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
const receive = (written?: Written) => receiveMail(deps(), eml(written));
const messages = (id = ticket) =>
  db().select().from(ticketMessages).where(eq(ticketMessages.ticketId, id)).orderBy(desc(ticketMessages.id));
const row = async (id: number) =>
  (await db().select().from(receivedEmails).where(eq(receivedEmails.id, id)))[0];

const multipart = (parts: { type: string; name?: string; content: Buffer | string }[]) => ({
  headers: { 'Content-Type': 'multipart/mixed; boundary="b0"', 'MIME-Version': '1.0' },
  body: `${parts
    .map(
      ({ type, name, content }) =>
        `--b0\r\nContent-Type: ${type}${name ? `; name="${name}"` : ''}\r\nContent-Transfer-Encoding: base64\r\n${name ? `Content-Disposition: attachment; filename="${name}"\r\n` : ''}\r\n${Buffer.from(content).toString('base64')}\r\n`,
    )
    .join('')}--b0--\r\n`,
});
const PDF = '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

describe('e-mail reply of a customer', () => {
  it('becomes a ticket message: quotations folded, waiting ticket resumed, lists updated live', async () => {
    const answer = await receive({
      body: 'Chegou <b>amassada</b>.\n\nEm ter., 3 de nov. de 2026, Balcão escreveu:\n> Tudo bem?',
    });
    expect(answer).toMatchObject({ state: 'NO_TICKET', ticketId: ticket, repeated: false });
    const { body } = await fixture.get(`tickets/${ticket}/historico`);
    expect(body.itens[0]).toMatchObject({
      colaborador: { nome: 'Clara Nunes' },
      tipo: 'PUBLICO',
      mensagem: '<p>Chegou &lt;b&gt;amassada&lt;/b&gt;.</p>',
      email: { de: CLARA, deixados: [] },
    });
    expect(body.itens[0].email.citado).toContain('Tudo bem?');
    const [changed] = await db().select().from(tickets).where(eq(tickets.id, ticket));
    expect(changed).toMatchObject({ status: 'EM_ATENDIMENTO', version: 2 });
    // The author is not notified of their own message.
    fixture.server.advance(MINUTE);
    await mailCustomers(deps());
    expect(
      await db()
        .select()
        .from(outboxEmails)
        .where(eq(outboxEmails.ticketId, ticket))
        .orderBy(outboxEmails.id),
    ).toEqual([]);
  });

  it('is stored once when it arrives twice or in several processes at once', async () => {
    const mail = eml();
    const all = await Promise.all([1, 2, 3, 4].map(() => receiveMail(deps(), mail)));
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await messages()).toHaveLength(1);
  });

  it('leaves nothing behind when interrupted and is complete the next time', async () => {
    const mail = eml(
      multipart([
        { type: 'text/plain', content: 'Segue' },
        { type: 'application/pdf', name: 'nota.pdf', content: PDF },
      ]),
    );
    const store = fixture.server.deps.files;
    const before = await db().$count(files);
    fixture.server.deps.files = { ...store, put: jest.fn(() => Promise.reject(new Error('killed'))) };
    await expect(receiveMail(deps(), mail)).rejects.toThrow('killed');
    fixture.server.deps.files = store;
    expect(await messages()).toEqual([]);
    expect(await db().$count(files)).toBe(before);
    expect((await receiveMail(deps(), mail)).repeated).toBe(false);
    expect(await messages()).toHaveLength(1);
    expect(
      await db().select().from(ticketAttachments).where(eq(ticketAttachments.ticketId, ticket)),
    ).toHaveLength(1);
  });

  it('is matched by In-Reply-To without the signed address, from the same person only', async () => {
    const messageId = `<ticket.${ticket}.${'a'.repeat(32)}@empresa.com.br>`;
    await db()
      .insert(outboxEmails)
      .values({ toAddress: CLARA, subject: '', bodyText: '', ticketId: ticket, messageId });
    const headers = { 'In-Reply-To': messageId };
    expect(await receive({ to: BASE, headers })).toMatchObject({ ticketId: ticket });
    expect(await receive({ to: BASE, headers, from: 'x@outra.com' })).toMatchObject({
      state: 'ESPERA',
      reason: 'SEM_TICKET',
    });
  });

  it('reopens a finished ticket while its customer still could, and is held afterwards', async () => {
    const end = (days: number) =>
      db()
        .update(tickets)
        .set({
          status: 'FINALIZADO',
          stepKey: 'ABERTURA',
          finishedAt: new Date(fixture.server.deps.now().getTime() - days * 24 * 60 * MINUTE),
        })
        .where(eq(tickets.id, ticket));
    await end(1);
    expect(await receive()).toMatchObject({ state: 'NO_TICKET' });
    expect((await db().select().from(tickets).where(eq(tickets.id, ticket)))[0]?.status).toBe(
      'EM_ATENDIMENTO',
    );
    await end(60);
    const late = await receive();
    expect(late).toMatchObject({ state: 'ESPERA', reason: 'TICKET_FECHADO' });
    expect((await row(late.id))?.detail).toContain('O prazo para reabrir este ticket terminou');
    await db().update(tickets).set({ archived: true }).where(eq(tickets.id, ticket));
    expect(await receive()).toMatchObject({ state: 'ESPERA', reason: 'TICKET_FECHADO' });
    expect(await messages()).toHaveLength(1);
  });
});

describe('sender of a received e-mail', () => {
  it('must be the person for whom the reply address was made', async () => {
    expect(await receive({ from: 'Mal <mal@outra.com>' })).toMatchObject({
      state: 'ESPERA',
      reason: 'ENDERECO_FALSO',
    });
    await db().insert(outboxEmails).values({ toAddress: CLARA, subject: '', bodyText: '', ticketId: ticket });
    const other = await receive({ from: 'Mal <mal@outra.com>' });
    expect(other).toMatchObject({ state: 'ESPERA', reason: 'REMETENTE', ticketId: null });
    expect((await row(other.id))?.branchId).toBe(fixture.branchIds[0]);
  });

  it('is not trusted with the address of another customer or ticket, or a forged seal', async () => {
    const theirs = await fixture.addTicket();
    const right = addressOf(ticket);
    for (const to of [
      right.replace(`+t${ticket}.`, `+t${theirs}.`),
      right.replace(/\.[0-9a-f]{24}@/, `.${'0'.repeat(24)}@`),
      addressOf(theirs, 'compras@exemplo.com.br'),
    ])
      expect(await receive({ to })).toMatchObject({ state: 'ESPERA', reason: 'ENDERECO_FALSO' });
    expect(await messages()).toEqual([]);
    expect(await messages(theirs)).toEqual([]);
  });

  it('is not trusted when our mail server reports a forgery', async () => {
    const headers = { 'Authentication-Results': 'mx.empresa.com.br; spf=pass; dmarc=fail (p=reject)' };
    expect(await receive({ headers })).toMatchObject({ state: 'ESPERA', reason: 'FORJADO' });
  });
});

describe('unusual e-mail', () => {
  it.each<[string, Written, string, string]>([
    [
      'an out-of-office reply',
      { headers: { 'Auto-Submitted': 'auto-replied' } },
      'A_PARTE',
      'FORA_DO_ESCRITORIO',
    ],
    [
      'an out-of-office reply known only by its subject',
      { headers: { Subject: 'Resposta automática: férias' } },
      'A_PARTE',
      'FORA_DO_ESCRITORIO',
    ],
    ['an automatic e-mail', { headers: { 'Auto-Submitted': 'auto-generated' } }, 'A_PARTE', 'AUTOMATICO'],
    ['a mailing list', { headers: { Precedence: 'bulk' } }, 'A_PARTE', 'LISTA'],
    ['our own e-mail', { headers: { 'X-Loop': 'balcao' } }, 'A_PARTE', 'PROPRIO'],
    ['an e-mail from our own address', { from: BASE }, 'A_PARTE', 'PROPRIO'],
    ['an empty text', { body: ' \r\n\r\n' }, 'ESPERA', 'VAZIO'],
    ['no sender', { from: '' }, 'ESPERA', 'ILEGIVEL'],
    [
      '10,000 recipients',
      { headers: { Cc: Array.from({ length: 10_000 }, (_, i) => `p${i}@x.com`).join(',\r\n ') } },
      'ESPERA',
      'DESTINATARIOS',
    ],
    [
      '200 attachments',
      multipart(
        Array.from({ length: 200 }, (_, i) => ({ type: 'application/pdf', name: `${i}.pdf`, content: PDF })),
      ),
      'ESPERA',
      'ANEXOS',
    ],
  ])('creates no message: %s', async (_what, written, state, reason) => {
    expect(await receive(written)).toMatchObject({ state, reason });
    expect(await messages()).toEqual([]);
  });

  it('is read as far as possible with broken MIME, and held when it is no e-mail at all', async () => {
    const broken = await receive({
      headers: { 'Content-Type': 'multipart/mixed; boundary="b0"' },
      body: '--b0\r\nContent-Type: text/plain\r\n\r\nSem fim',
    });
    expect(broken).toMatchObject({ state: 'NO_TICKET' });
    expect((await messages())[0]?.html).toBe('<p>Sem fim</p>');
    expect(await receiveMail(deps(), Buffer.from([0, 1, 2, 255, 254, 13, 10]))).toMatchObject({
      reason: 'ILEGIVEL',
    });
  });

  it.each([
    ['windows-1252', Buffer.from('A promo\xE7\xE3o \x93boa\x94', 'latin1'), 'A promoção “boa”'],
    ['iso-8859-1', Buffer.from('n\xE3o chegou', 'latin1'), 'não chegou'],
    ['x-unknown', Buffer.from('ola', 'latin1'), 'ola'],
  ])('is decoded from %s', async (charset, body, text) => {
    await receive({ headers: { 'Content-Type': `text/plain; charset=${charset}` }, body });
    expect((await messages())[0]?.html).toBe(`<p>${text}</p>`);
  });

  it('loses scripts and remote pictures of its HTML, and has its quotation folded', async () => {
    const { id } = await receive({
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      body: '<html><head><title>t</title><style>p{}</style></head><body><p onclick="x()">Troca<script>alert(1)</script><img src="https://mal.com/p.gif"></p><a href="javascript:x()">aqui</a><div class="gmail_quote">Em ter. escreveu:<blockquote>antigo</blockquote></div></body></html>',
    });
    const [message] = await messages();
    expect(message?.html).toMatch(/Troca/);
    expect(message?.html).not.toMatch(/script|img|mal\.com|javascript|antigo|onclick/);
    expect((await row(id))?.quotedHtml).toContain('antigo');
  });

  it('has its attachments checked like uploads; a false type or a bomb is left out and named', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { state, id } = await receive(
      multipart([
        { type: 'text/plain', content: 'Seguem' },
        { type: 'application/pdf', name: 'nota.pdf', content: PDF },
        { type: 'application/pdf', name: 'bomba.pdf', content: bomb },
        { type: 'application/zip', name: 'bomba.zip', content: bomb },
        { type: 'application/octet-stream', name: '../../virus.exe', content: 'MZ' },
      ]),
    );
    expect(state).toBe('NO_TICKET');
    const stored = await db()
      .select({ name: files.name })
      .from(ticketAttachments)
      .innerJoin(files, eq(files.id, ticketAttachments.fileId))
      .where(eq(ticketAttachments.ticketId, ticket));
    expect(stored).toEqual([{ name: 'nota.pdf' }]);
    const left = (await row(id))?.leftOut ?? [];
    expect(left.map((each) => each.split(' ')[0])).toEqual(['bomba.pdf', 'bomba.zip', 'virus.exe']);
    expect((await row(id))?.fileId).not.toBeNull();
    fixture.server.advance(31 * 24 * 60 * MINUTE);
    await sweepReceived(deps());
    expect((await row(id))?.fileId).toBeNull();
  });

  it('keeps lists, links and tables that messages allow; plain text wins if it says the same', async () => {
    const both = (text: string, html: string) => ({
      headers: { 'Content-Type': 'multipart/alternative; boundary="b0"', 'MIME-Version': '1.0' },
      body: `--b0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b0--\r\n`,
    });
    const shown = async (text: string, html: string) => {
      await receive(both(text, html));
      return (await messages())[0]?.html;
    };
    expect(await shown('Olá,\r\n\r\nchegou.', '<div>Olá,</div><div><br></div><div>chegou.</div>')).toBe(
      '<p>Olá,<br /><br />chegou.</p>',
    );
    expect(
      await shown(
        'Faltam:\r\n* 2 tampas',
        '<p>Faltam:</p><ul><li>2 <b>tampas</b><ol><li>azul</li></ol></li><li><p>1 copo</p></li></ul><table><tr><th>Cor</th><th>Qtd</th></tr><tr><td><p>Azul</p></td><td><p>3</p></td></tr></table><p><a href="https://x.com/?a=1&amp;b=2">foto</a></p>',
      ),
    ).toBe(
      '<p>Faltam:</p><ul><li>2 <strong>tampas</strong><ol><li>azul</li></ol></li><li>1 copo</li></ul><p>Cor | Qtd</p><p>Azul | 3</p><p><a href="https://x.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow">foto</a></p>',
    );
  });

  it('shows a reply below or between quotations as the new text', async () => {
    const { id } = await receive({
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      body: '<div class="moz-cite-prefix">Am 3.11. schrieb Balcão:</div><blockquote><p>Quando?</p><ul><li>manhã</li></ul></blockquote><p>Amanhã.</p><blockquote>Onde?</blockquote><p>Em casa.</p>',
    });
    expect((await messages())[0]?.html).toBe('<p>Amanhã.</p><p>Em casa.</p>');
    expect((await row(id))?.quotedHtml).toContain(
      '<blockquote><p>Quando?</p><ul><li>manhã</li></ul></blockquote>',
    );
  });

  it('keeps inline pictures, named in their place, but not those of the quotation', async () => {
    const PNG = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const picture = (cid: string, name: string) =>
      `--b0\r\nContent-Type: image/png${name && `; name="${name}"`}\r\nContent-ID: <${cid}>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${PNG.toString('base64')}\r\n`;
    const { id } = await receive({
      headers: { 'Content-Type': 'multipart/related; boundary="b0"', 'MIME-Version': '1.0' },
      body: `--b0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Veja <img src="cid:a@x"> e <img src="cid:b@x"></p><div class="gmail_quote"><blockquote>antes <img src="cid:logo@x"></blockquote></div>\r\n${picture('a@x', 'tampa.png')}${picture('b@x', '')}${picture('logo@x', 'logo.png')}--b0--\r\n`,
    });
    expect((await messages())[0]?.html).toBe('<p>Veja [imagem: tampa.png] e [imagem: imagem.png]</p>');
    expect((await row(id))?.attachments).toEqual(['tampa.png', 'imagem.png']);
    expect((await row(id))?.leftOut).toEqual([]);
  });

  it('keeps as many attachments as uploads allow; only what exceeds the size is left out, named', async () => {
    await setting('LIMITE_TAMANHO_MAXIMO_ARQUIVOS', 1);
    const { id } = await receive(
      multipart([
        { type: 'text/plain', content: 'Seguem' },
        ...Array.from({ length: 9 }, (_, i) => ({
          type: 'application/pdf',
          name: `${i}.pdf`,
          content: `${PDF}${'x'.repeat(125_000)}`,
        })),
      ]),
    );
    await db().delete(parameters).where(eq(parameters.key, 'LIMITE_TAMANHO_MAXIMO_ARQUIVOS'));
    const stored = await db()
      .select({ messageId: ticketAttachments.messageId })
      .from(ticketAttachments)
      .where(eq(ticketAttachments.ticketId, ticket));
    const [message] = await messages();
    expect(stored.map(({ messageId }) => messageId)).toEqual(Array(8).fill(message?.id));
    expect((await row(id))?.leftOut).toEqual(['8.pdf (com ele os anexos passam de 1 MB)']);
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.entity, 'tickets'),
          eq(auditLog.entityId, String(ticket)),
          eq(auditLog.action, 'RESPONDER'),
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry?.after).toMatchObject({ mensagem: message?.id, anexos: 8 });
  });

  it('is held when one sender sends too many within an hour', async () => {
    const last = await (async () => {
      for (let i = 0; i < 30; i++) await receive();
      return receive();
    })();
    expect(last).toMatchObject({ state: 'ESPERA', reason: 'EXCESSO' });
    expect(await messages()).toHaveLength(30);
  });
});

describe('delivery failure report', () => {
  const report = (messageId: string, status = '5.1.1') =>
    receive({
      from: 'MAILER-DAEMON@mx.exemplo.com.br',
      headers: { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b0"' },
      body: `--b0\r\nContent-Type: text/plain\r\n\r\nNão deu.\r\n--b0\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; ${CLARA}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 5.1.1 caixa inexistente\r\n--b0\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${messageId}\r\n--b0--\r\n`,
    });
  const failing = async () =>
    (await db().select().from(mailAddresses).where(eq(mailAddresses.address, CLARA)))[0]?.failingSince ??
    null;

  it('marks the address of an e-mail of ours; nothing is sent there until staff clear it', async () => {
    const messageId = `<ticket.${ticket}.${'c'.repeat(32)}@empresa.com.br>`;
    await db()
      .insert(outboxEmails)
      .values({ toAddress: CLARA, subject: '', bodyText: '', ticketId: ticket, messageId });
    await report(messageId.replace('c', 'd'));
    expect(await failing()).toBeNull();
    await report(messageId, '4.2.2');
    expect(await failing()).toBeNull();
    expect(await report(messageId)).toMatchObject({ state: 'A_PARTE', reason: 'DEVOLVIDO' });
    expect(await failing()).not.toBeNull();
    expect((await fixture.get(`tickets/${ticket}`)).body.data.contato.avisos).toEqual({
      recebe: true,
      falha: '550 5.1.1 caixa inexistente',
    });
    await fixture.server.call('PUT', `/sac/tickets/${ticket}/contato/avisos`, {
      token: fixture.tokens.OPERADOR,
      body: { recebe: true },
    });
    expect(await failing()).toBeNull();
  });
});

describe('undeliverable address', () => {
  const customer = () => fixture.customerIds.first;
  const panel = async (who: 'ADMIN' | 'OPERADOR' = 'OPERADOR') =>
    (await fixture.server.call('GET', `/callcenter/clientes/${customer()}`, { token: fixture.tokens[who] }))
      .body.data.emailsRecusados;
  const retry = (email: string, token = fixture.tokens.OPERADOR) =>
    fixture.server.call('POST', `/callcenter/contatos/${customer()}/emails-recusados`, {
      token,
      body: { email },
    });

  it('is shown on its customer, also for a contact, and used again on request', async () => {
    const { db: database, now } = fixture.server.deps;
    const [main, contact, elsewhere] = ['compras@x.com', 'ana@x.com', 'outro@x.com'];
    await database.update(customers).set({ email: 'Compras@X.com' }).where(eq(customers.id, customer()));
    await database
      .insert(customerContacts)
      .values({ customerId: customer(), name: 'Ana', email: 'ana@x.com' });
    await database.insert(mailAddresses).values(
      [main, contact, elsewhere].map((address) => ({
        address,
        failingSince: now(),
        failure: '550',
        unsubscribedAt: now(),
      })),
    );
    const reported = (email: string) => ({ email, desde: now().toISOString(), falha: '550' });
    expect(await panel()).toEqual([reported(contact), reported(main)]);
    const [foreign, consumer] = await Promise.all(
      [fixture.otherOperator, fixture.people.CONSUMIDOR_FINAL].map(fixture.server.sessionOf),
    );
    expect((await retry(main, foreign)).status).toBe(404);
    expect((await retry(main, consumer)).status).toBe(403);
    // Another customer's address, or nobody's: nothing is written.
    expect((await retry(elsewhere)).body.code).toBe('NAO_RECUSADO');
    expect((await retry('COMPRAS@x.com')).status).toBe(200);
    expect((await retry(main)).body.code).toBe('NAO_RECUSADO');
    expect(await panel()).toEqual([reported(contact)]);
    const rows = await database.select().from(mailAddresses).where(eq(mailAddresses.address, elsewhere));
    expect(rows[0]?.failingSince).not.toBeNull();
    const [kept] = await database.select().from(mailAddresses).where(eq(mailAddresses.address, main));
    expect(kept?.unsubscribedAt).not.toBeNull();
    // A corrected address is a different one, about which nothing is known.
    await database.update(customerContacts).set({ email: 'ana@certo.com' });
    expect(await panel()).toEqual([]);
  });
});

describe('e-mail that replies to nothing', () => {
  const write = () =>
    receive({ to: BASE, headers: { Subject: 'Onde está meu pedido?' }, body: 'Não chegou.' });

  it('is held with a reason', async () => {
    expect(await write()).toMatchObject({ state: 'ESPERA', reason: 'SEM_TICKET' });
    const stranger = await receive({ to: BASE, from: 'x@desconhecida.com' });
    expect((await row(stranger.id))?.detail).toBe('O endereço não é de nenhum cliente.');
  });

  it('opens a ticket of the configured type if enabled and one customer has the address', async () => {
    await setting('emailDesconhecido', 'ABRIR');
    await setting('emailTipoTicket', 'DUVIDA_PRODUTO');
    const opened = await write();
    expect((await row(opened.id))?.detail).toBe('');
    expect(opened).toMatchObject({ state: 'NO_TICKET' });
    const id = opened.ticketId ?? 0;
    expect((await db().select().from(tickets).where(eq(tickets.id, id)))[0]).toMatchObject({
      customerId: fixture.customerIds.consumer,
      origin: 'EMAIL',
      subject: 'Onde está meu pedido?',
    });
    expect((await messages(id))[0]?.html).toBe('Não chegou.');
    fixture.server.advance(MINUTE);
    await mailCustomers(deps());
    const [confirmed] = await db()
      .select()
      .from(outboxEmails)
      .where(eq(outboxEmails.ticketId, id))
      .orderBy(outboxEmails.id);
    expect(confirmed).toMatchObject({ toAddress: CLARA });
    expect(confirmed?.envelope?.inReplyTo).toBe((await row(opened.id))?.messageId);
    await db().update(customers).set({ email: CLARA }).where(eq(customers.id, fixture.customerIds.first));
    expect(await write()).toMatchObject({ state: 'ESPERA', reason: 'SEM_TICKET' });
    await setting('emailDesconhecido', 'ESPERAR');
  });
});

describe('POST /email/entrada', () => {
  const MAILS = [{ tipo: 'emails-recebidos', verbos: ['GRAVAR'] }];
  const asAdmin = (url: string, body: object) =>
    fixture.server.call('POST', `/config/chaves${url}`, { token: fixture.tokens.ADMIN, body });
  const makeKey = (given: object = {}) =>
    asAdmin('', { nome: 'Postfix', escopos: MAILS, filiais: [], enderecos: [], validade: null, ...given });
  const keyOf = async (given?: object): Promise<string> => (await makeKey(given)).body.data.chave;
  const hand = (body: Buffer, key: string, ip?: string) =>
    fixture.server.call('POST', '/email/entrada', {
      body,
      ...(ip && { ip }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' },
    });

  it('accepts a raw e-mail with the key of a mail server, once', async () => {
    const [mail, key] = [eml(), await keyOf()];
    expect((await hand(mail, key)).body.data).toMatchObject({
      situacao: 'NO_TICKET',
      ticket,
      repetido: false,
    });
    expect((await hand(mail, key)).body.data).toMatchObject({ repetido: true });
    expect((await hand(Buffer.alloc(0), key)).status).toBe(422);
    expect(await messages()).toHaveLength(1);
  });

  it('refuses every other key with the same answer', async () => {
    const mail = eml();
    const until = new Date(fixture.server.deps.now().getTime() + MINUTE).toISOString();
    const [expiring, revoked] = [await keyOf({ validade: until }), await makeKey()];
    await asAdmin(`/${revoked.body.id}/revogar`, { versao: 1 });
    fixture.server.advance(2 * MINUTE);
    const refused = [
      await hand(mail, 'x'),
      await hand(mail, `blc_${'A'.repeat(43)}`),
      await hand(mail, expiring),
      await hand(mail, revoked.body.data.chave),
      await hand(mail, await keyOf({ enderecos: ['10.0.0.0/24'] }), '192.168.0.9'),
      await fixture.server.call('POST', '/email/entrada', { body: mail, token: fixture.tokens.ADMIN }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    expect(new Set(refused.map(({ body }) => body.error)).size).toBe(1);
    const records = await keyOf({ escopos: [{ tipo: 'filiais', verbos: ['LER', 'GRAVAR'] }] });
    expect((await hand(mail, records)).status).toBe(403);
    expect(await messages()).toEqual([]);
  });

  it('accepts the previous secret of a rotated key until its overlap ends', async () => {
    const made = await makeKey();
    const rotated = await asAdmin(`/${made.body.id}/trocar`, { versao: 1, horas: 1 });
    for (const { body } of [made, rotated])
      expect((await hand(eml({ id: '<girou@exemplo.com.br>' }), body.data.chave)).status).toBe(200);
    fixture.server.advance(61 * MINUTE);
    expect((await hand(eml(), made.body.data.chave)).status).toBe(401);
  });

  it('gives its key no other access: neither e-mails nor tickets', async () => {
    const headers = { authorization: `Bearer ${await keyOf()}` };
    for (const [url, status] of [
      ['/config/emails-recebidos', 401],
      [`/dados/v1/tickets/${ticket}`, 403],
      ['/dados/v1/emails-recebidos', 404],
      ['/dados/v1/mudancas', 403],
    ] as const)
      expect([url, (await fixture.server.call('GET', url, { headers })).status]).toEqual([url, status]);
  });

  it('needs a key without branches or read scopes, made by someone who decides on e-mails', async () => {
    const fields = async (given: object) => (await makeKey(given)).body.errors;
    expect(await fields({ filiais: [fixture.branchIds[0]] })).toHaveProperty('filiais');
    expect(await fields({ escopos: [{ tipo: 'emails-recebidos', verbos: ['LER'] }] })).toHaveProperty(
      'escopos',
    );
    expect(await fixture.server.call('POST', '/config/chaves', { token: fixture.tokens.OPERADOR, body: {} }))
      // Checked before the body.
      .toMatchObject({ status: 403 });
  });

  it('returns 413 with a sentence for 60 MB', async () => {
    const { status, body } = await hand(Buffer.alloc(60 * 1024 * 1024, 'a'), await keyOf());
    expect(status).toBe(413);
    expect(body.error).toBe('O e-mail passa de 36 MB e não foi lido.');
  });
});

it('an e-mail that is too large is fetched as headers only and held', async () => {
  expect(await receiveMail(deps(), eml({ body: '' }), { huge: true })).toMatchObject({ reason: 'GRANDE' });
  expect(
    await db()
      .select()
      .from(receivedEmails)
      .where(and(eq(receivedEmails.reason, 'GRANDE'))),
  ).toHaveLength(1);
});

describe('held e-mails', () => {
  type Who = 'ADMIN' | 'SUPERVISOR' | 'OPERADOR' | 'CONSUMIDOR_FINAL';
  const ask = async (method: 'GET' | 'POST', url: string, who: Who, body?: object) =>
    fixture.server.call(method, `/config/emails-recebidos${url}`, {
      token: await fixture.server.sessionOf(fixture.people[who]),
      ...(body && { body }),
    });

  it('are visible in their branches to people with permission to decide on them', async () => {
    const { id } = await receive({ from: 'x@outra.com', to: BASE });
    for (const who of ['OPERADOR', 'CONSUMIDOR_FINAL'] as const)
      expect((await ask('GET', `/${id}`, who)).status).toBe(403);
    const { status, body } = await ask('GET', `/${id}`, 'SUPERVISOR');
    expect(status).toBe(200);
    expect(body).toMatchObject({ situacao: 'ESPERA', motivo: 'SEM_TICKET', de: 'x@outra.com', versao: 1 });
    const filter = encodeURIComponent(JSON.stringify({ situacao: 'ESPERA', q: 'outra.com' }));
    const list = await ask('GET', `?filter=${filter}`, 'ADMIN');
    expect(list.body.map((each: { id: number }) => each.id)).toContain(id);
  });

  it('are added to the chosen ticket, with their attachments, once', async () => {
    const { id } = await receive({
      from: 'x@outra.com',
      to: BASE,
      ...multipart([
        { type: 'text/plain', content: 'Sou eu' },
        { type: 'application/pdf', name: 'nota.pdf', content: PDF },
      ]),
    });
    const take = (body: object) => ask('POST', `/${id}/vincular`, 'SUPERVISOR', body);
    expect((await take({ idTicket: 999_999, versao: 1 })).status).toBe(404);
    const both = await Promise.all([
      take({ idTicket: ticket, versao: 1 }),
      take({ idTicket: ticket, versao: 1 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await take({ idTicket: ticket, versao: 2 })).body.code).toBe('JA_NO_TICKET');
    expect((await messages())[0]?.html).toBe('<p>Sou eu</p>');
    expect(await messages()).toHaveLength(1);
    expect(
      await db().select().from(ticketAttachments).where(eq(ticketAttachments.ticketId, ticket)),
    ).toHaveLength(1);
    expect(await row(id)).toMatchObject({ state: 'NO_TICKET', decidedById: fixture.people.SUPERVISOR });
  });

  it('open a ticket, or stay held with field errors; discarded ones stay in the list', async () => {
    const { id } = await receive({ from: 'x@outra.com', to: BASE });
    const open = (tipo: string) =>
      ask('POST', `/${id}/abrir-ticket`, 'SUPERVISOR', {
        idTipo: fixture.types.get(tipo) ?? 0,
        idCli: fixture.customerIds.first,
        idFil: fixture.branchIds[0],
        assunto: 'Pedido',
        versao: 1,
      });
    expect((await open('DEVOLUCAO')).status).toBe(422);
    expect((await row(id))?.state).toBe('ESPERA');
    const opened = await open('DUVIDA_PRODUTO');
    expect(opened.status).toBe(200);
    expect((await messages(opened.body.data.id))[0]?.authorId).toBe(fixture.people.SUPERVISOR);

    const other = await receive({ from: 'y@outra.com', to: BASE });
    expect((await ask('POST', `/${other.id}/descartar`, 'SUPERVISOR', { versao: 1 })).status).toBe(200);
    expect((await row(other.id))?.state).toBe('DESCARTADO');
    const log = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'received_emails'))
      .orderBy(auditLog.id);
    expect(log.map(({ action }) => action)).toEqual(['VINCULAR', 'CRIAR', 'DESCARTAR']);
  });
});
