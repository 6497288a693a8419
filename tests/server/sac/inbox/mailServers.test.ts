import { createRequire } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { FileStore } from '#server/adapters/files/fileStore.ts';
import { openBox } from '#server/adapters/mail/imapBox.ts';
import { sendDue } from '#server/adapters/mail/outbox.ts';
import { smtpMailer } from '#server/adapters/mail/smtpMailer.ts';
import { parameters, receivedEmails, ticketMessages } from '#server/db/tables/index.ts';
import { readMailbox, watchMailbox } from '#server/sac/inbox/mailIntake.ts';
import { mailCustomers } from '#server/sac/tickets/mail/mailCustomers.ts';
import { spansOf } from '#tests/support/servers/otlpReceiver.ts';
import { type TicketFixture, ticketFixture } from '../tickets/ticketFixture.ts';

/** The part of the package used by this suite; it has no types of its own. */
interface Hoodiecrow {
  server: { address: () => AddressInfo; on: (event: 'connection', hear: (socket: Socket) => void) => void };
  listen: (port: number, ready: () => void) => void;
  close: (done: () => void) => void;
  appendMessage: (mailbox: string, flags: string[], date: string | false, raw: string) => void;
  getMailbox: (path: string) => { messages: { flags: string[] }[] };
}
const hoodiecrow = createRequire(import.meta.url)('hoodiecrow-imap') as (options: object) => Hoodiecrow;

const BASE = 'atendimento@empresa.com.br';
const MINUTE = 60_000;
let fixture: TicketFixture;
let smtp: SMTPServer;
let imap: Hoodiecrow;
let arrived: { from: string; to: string[]; mail: ParsedMail }[] = [];
beforeAll(async () => {
  fixture = await ticketFixture();
  await db().insert(parameters).values({ area: 'SAC', key: 'emailResposta', value: BASE });
  await db()
    .insert(parameters)
    .values({ area: 'SAC', key: 'emailRemetenteNome', value: 'Atendimento, Loja' });
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      void buffer(stream).then(async (raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          mail: await simpleParser(raw),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await fixture?.server.close();
});
beforeEach(async () => {
  arrived = [];
  imap = hoodiecrow({
    plugins: ['ID', 'IDLE', 'UIDPLUS', 'MOVE'],
    storage: { INBOX: {}, '': { folders: { Lidos: {} } } },
  });
  await new Promise<void>((resolve) => imap.listen(0, resolve));
});
const closeImap = () => new Promise<void>((resolve) => imap.close(resolve));

const db = () => fixture.server.deps.db;
const log = { warn: () => {} } as unknown as FastifyBaseLogger;
// The originals are kept in memory.
const originals: FileStore = {
  put: async (open, _file) => void (await buffer(open())),
  get: async () => Readable.from([]),
  remove: async () => {},
};
const deps = () => ({ ...fixture.server.deps, files: originals, log });
const box = () => ({
  host: '127.0.0.1',
  port: imap.server.address().port,
  secure: false,
  user: 'testuser',
  pass: 'testpass',
  folder: 'INBOX',
});
const send = () => {
  const { port } = smtp.server.address() as AddressInfo;
  const mailer = smtpMailer({ host: '127.0.0.1', port, secure: false, from: 'Balcão <sac@empresa.com.br>' });
  return sendDue({ db: db(), mailer, linkOf: async () => null, log, now: fixture.server.deps.now });
};
const answer = (to: string, id: string, more = '') =>
  // The package stores bytes as characters.
  Buffer.from(
    `From: Clara <clara@exemplo.com.br>\r\nTo: ${to}\r\nSubject: Re\r\nMessage-ID: <${id}@exemplo.com.br>\r\n${more}Content-Type: text/plain; charset=utf-8\r\n\r\nJá enviei.\r\n`,
  ).toString('latin1');

async function tellAndSend(): Promise<string> {
  const id = await fixture.addTicket({ status: 'EM_ATENDIMENTO', customerId: fixture.customerIds.consumer });
  await fixture.server.call('POST', `/sac/tickets/${id}/historico`, {
    token: fixture.tokens.OPERADOR,
    body: { tipo: 'PUBLICO', mensagem: '<p>Pode enviar as fotos?</p>' },
  });
  fixture.server.advance(MINUTE);
  await mailCustomers(fixture.server.deps);
  await send();
  return arrived[0]?.mail.replyTo?.value[0]?.address ?? '';
}

it('e-mail sent through a real SMTP server can be threaded, answered and unsubscribed', async () => {
  await tellAndSend();
  expect(arrived).toHaveLength(1);
  const [{ from, to, mail } = { from: '', to: [], mail: {} as ParsedMail }] = arrived;
  expect(to).toEqual(['clara@exemplo.com.br']);
  const reply = mail.replyTo?.value[0]?.address ?? '';
  expect(reply).toMatch(/^atendimento\+t\d+\.[0-9a-f]{24}@empresa\.com\.br$/);
  // Delivery reports are sent to the mailbox in which replies are read.
  expect(from).toBe(reply);
  expect(mail.from?.value).toEqual([{ name: 'Atendimento, Loja', address: 'sac@empresa.com.br' }]);
  const header = (name: string) => mail.headerLines.find(({ key }) => key === name)?.line ?? '';
  expect(header('auto-submitted')).toBe('Auto-Submitted: auto-generated');
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(header('list-unsubscribe').replace(/\s+/g, ' ')).toMatch(
    /<http.*\/config\/descadastro\/.*\/um-clique>/,
  );
  expect(mail.messageId).toMatch(/^<ticket\.\d+\.[0-9a-f]{32}@empresa\.com\.br>$/);
  expect([mail.references].flat()[0]).toMatch(/^<ticket\.\d+@empresa\.com\.br>$/);
  expect(mail.text).toContain('Pode enviar as fotos?');
  expect(mail.html).toContain('<blockquote><p>Pode enviar as fotos?</p></blockquote>');
  await closeImap();
});

describe('mailbox', () => {
  it('turns replies into messages, marks them and does not read them again', async () => {
    const reply = await tellAndSend();
    imap.appendMessage('INBOX', [], false, answer(reply, 'i1'));
    imap.appendMessage('INBOX', ['\\Seen'], false, answer(reply, 'seen'));
    const { spans, raw } = await spansOf(async () => expect(await readMailbox(deps(), box())).toBe(1));
    const [message] = await db().select().from(ticketMessages).orderBy(desc(ticketMessages.id)).limit(1);
    expect(message?.html).toBe('<p>Já enviei.</p>');
    // The trace contains the steps, but none of the contents.
    const [look] = spans.filter(({ name }) => name === 'read mailbox');
    const below = spans.filter(({ parent }) => parent === look?.spanId).map(({ name }) => name);
    expect(below.sort()).toEqual(['fetch e-mail', 'receive e-mail']);
    const [receiving] = spans.filter(({ name }) => name === 'receive e-mail');
    expect(spans.some(({ parent, kind }) => parent === receiving?.spanId && kind === 3)).toBe(true);
    for (const secret of ['Já enviei', 'exemplo.com.br', box().user, box().host])
      expect(raw()).not.toContain(secret);
    const idle = await spansOf(async () => expect(await readMailbox(deps(), box())).toBe(0));
    expect(idle.spans).toEqual([]);
    await closeImap();
  });

  it('is read by one process at a time', async () => {
    const reply = await tellAndSend();
    for (const id of ['p1', 'p2', 'p3']) imap.appendMessage('INBOX', [], false, answer(reply, id));
    const read = await Promise.all([readMailbox(deps(), box()), readMailbox(deps(), box())]);
    expect(read.sort()).toEqual([0, 3]);
    await closeImap();
  });

  it('delivers again what was taken but not marked, and it stays one message', async () => {
    const reply = await tellAndSend();
    const before = await db().$count(ticketMessages);
    imap.appendMessage('INBOX', [], false, answer(reply, 'k1'));
    // The process dies between the commit and setting the flag, so the flag is reset here.
    await readMailbox(deps(), box());
    for (const message of imap.getMailbox('INBOX').messages) message.flags = [];
    expect(await readMailbox(deps(), box())).toBe(1);
    expect(await db().$count(ticketMessages)).toBe(before + 1);
    expect(
      await db().select().from(receivedEmails).where(eq(receivedEmails.messageId, '<k1@exemplo.com.br>')),
    ).toHaveLength(1);
    await closeImap();
  });

  it('delivers the rest when one e-mail cannot be taken now', async () => {
    for (const id of ['f1', 'f2']) imap.appendMessage('INBOX', [], false, answer(BASE, id));
    let calls = 0;
    const failures: unknown[] = [];
    const open = await openBox(box());
    const taken = await open.takeUnread({
      most: 1_000_000,
      take: async () => {
        if (calls++ === 0) throw new Error('disk full');
      },
      failed: (error) => failures.push(error),
    });
    await open.close();
    expect([taken, failures.length]).toEqual([1, 1]);
    expect(imap.getMailbox('INBOX').messages.map(({ flags }) => flags.includes('\\Seen'))).toEqual([
      false,
      true,
    ]);
    await closeImap();
  });

  it('delivers only the headers of an e-mail over the limit, which is then held', async () => {
    imap.appendMessage('INBOX', [], false, `${answer(BASE, 'g1')}${'a'.repeat(200_000)}`);
    const seen: { huge: boolean; bytes: number }[] = [];
    const open = await openBox(box());
    await open.takeUnread({
      most: 100_000,
      take: async ({ raw, huge }) => {
        seen.push({ huge, bytes: raw.length });
      },
    });
    await open.close();
    expect(seen).toEqual([{ huge: true, bytes: expect.any(Number) }]);
    expect(seen[0]?.bytes).toBeLessThan(1_000);
    await closeImap();
  });

  it('reports a wrong password at once', async () => {
    await expect(readMailbox(deps(), { ...box(), pass: 'errada' })).rejects.toThrow();
    await closeImap();
  });
});

/** The effect of a server's action is visible only once it is complete. */
async function eventually(holds: () => boolean): Promise<void> {
  for (let tried = 0; tried < 1_500; tried++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not come about');
}

describe('watched mailbox', () => {
  const NEVER = 10 * MINUTE;
  let port = 0;
  /** Messages in the mailbox that were received and flagged. */
  const marked = () =>
    imap.getMailbox('INBOX').messages.filter(({ flags }) => flags.includes('\\Seen')).length;
  const listen = (plugins: string[]) => {
    imap = hoodiecrow({ plugins, storage: { INBOX: {} } });
    return new Promise<void>((resolve) => imap.listen(port, resolve));
  };
  /** Open connections would prevent it from closing. */
  const breakLines = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const sockets = new Set<Socket>();
  const keepSockets = () =>
    imap.server.on('connection', (socket) => {
      sockets.add(socket);
      // The package treats a reset connection as an error of its own.
      socket.on('error', () => {});
    });
  beforeEach(async () => {
    await closeImap();
    port = 0;
    await listen(['ID', 'IDLE', 'UIDPLUS']);
    port = imap.server.address().port;
    keepSockets();
  });
  afterEach(async () => {
    breakLines();
    await closeImap();
  });

  it('delivers e-mail on arrival, also one that comes during a read', async () => {
    const reply = await tellAndSend();
    imap.appendMessage('INBOX', [], false, answer(reply, 'w0'));
    const watch = watchMailbox(deps(), box(), { turn: NEVER, first: NEVER });
    await eventually(() => marked() === 1);
    for (const id of ['w1', 'w2', 'w3']) {
      imap.appendMessage('INBOX', [], false, answer(reply, id));
      const soFar = imap.getMailbox('INBOX').messages.length;
      await eventually(() => marked() === soFar);
    }
    for (const id of ['w4', 'w5']) imap.appendMessage('INBOX', [], false, answer(reply, id));
    await eventually(() => marked() === 6);
    await watch.stop();
    expect(sockets.size).toBe(1);
  });

  it('reconnects by itself after the connection breaks', async () => {
    const reply = await tellAndSend();
    const watch = watchMailbox(deps(), box(), { turn: NEVER, first: 20 });
    await eventually(() => sockets.size === 1);
    breakLines();
    await closeImap();
    await listen(['ID', 'IDLE', 'UIDPLUS']);
    keepSockets();
    imap.appendMessage('INBOX', [], false, answer(reply, 'b1'));
    await eventually(() => marked() === 1);
    await watch.stop();
  });

  it('is taken over by another process when the first one ends', async () => {
    const reply = await tellAndSend();
    const first = watchMailbox(deps(), box(), { turn: 20 });
    await eventually(() => sockets.size === 1);
    const second = watchMailbox(deps(), box(), { turn: 20 });
    await first.stop();
    imap.appendMessage('INBOX', [], false, answer(reply, 'o1'));
    await eventually(() => marked() === 1);
    await second.stop();
  });

  it('is polled if its server sends no notifications', async () => {
    await closeImap();
    await listen(['ID', 'UIDPLUS']);
    keepSockets();
    const open = await openBox(box());
    const { signal } = new AbortController();
    await open.waitForMail(signal, 5);
    imap.appendMessage('INBOX', [], false, answer(BASE, 'n1'));
    expect(await open.takeUnread({ most: 1_000_000, take: async () => {} })).toBe(1);
    await open.close();
  });

  it('does not retry again and again with a wrong password', async () => {
    const warned: unknown[] = [];
    const watch = watchMailbox(
      {
        ...deps(),
        log: { warn: (reported: unknown) => warned.push(reported) } as unknown as FastifyBaseLogger,
      },
      { ...box(), pass: 'errada' },
      { first: 1 },
    );
    await eventually(() => warned.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await watch.stop();
    expect([warned.length, sockets.size]).toEqual([1, 1]);
  });
});
