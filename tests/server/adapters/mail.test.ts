import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { LOGO_ID, REPLY_ABOVE } from '#server/adapters/mail/brandedHtml.ts';
import {
  type Mail,
  PERSONAL_LINK,
  queueMail,
  sendDue,
  startMailDispatcher,
} from '#server/adapters/mail/outbox.ts';
import { type Mailer, refusalIn, smtpMailer } from '#server/adapters/mail/smtpMailer.ts';
import { outboxEmails, people, roles } from '#server/db/tables/index.ts';
import { issueResetLink, openReset } from '#server/session/account/passwords.ts';
import type { PaperBrand } from '#server/text/paper.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

let database: TestDatabase;
let server: Server;
let mailer: Mailer;
let received: string[] = [];
let recipients: string[] = [];
/** What the server answers to a recipient, if it does not take them. */
let refusing = '';
beforeAll(async () => {
  database = await testDatabase();
  server = smtpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  mailer = smtpMailer({ host: '127.0.0.1', port, secure: false, from: 'Balcão <sac@example.com>' });
});
afterAll(async () => {
  server.close();
  await database.drop();
});
beforeEach(async () => {
  received = [];
  recipients = [];
  refusing = '';
  await database.db.delete(outboxEmails);
});

/** The part of RFC 5321 that one client needs. */
function smtpServer(): Server {
  return createServer((socket) => {
    let content: string | undefined;
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (content !== undefined) {
        content += text;
        if (!content.endsWith('\r\n.\r\n')) return;
        received.push(content);
        content = undefined;
        return socket.write('250 kept\r\n');
      }
      if (text.startsWith('RCPT')) recipients.push(text.trim());
      if (text.startsWith('RCPT') && refusing) return socket.write(`${refusing}\r\n`);
      if (text.startsWith('DATA')) content = '';
      if (text.startsWith('QUIT')) return socket.end('221 bye\r\n');
      return socket.write(text.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n');
    });
  });
}

const quiet = { warn: () => {} };
const noLink = async () => null;
/** The database clock has microseconds; a moment later, e-mails that were just queued are certainly due. */
const soon = () => new Date(Date.now() + 1_000);
const queue = (to: string) =>
  queueMail(database.db, { to, subject: 'Recuperação de senha', text: 'Olá, João' });
const outbox = () => database.db.select().from(outboxEmails).orderBy(outboxEmails.id);

describe('outbox', () => {
  it('contains nothing of a transaction that was rolled back', async () => {
    const broken = database.db.transaction(async (tx) => {
      await queueMail(tx, { to: 'a@example.com', subject: 's', text: 't' });
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    expect(await outbox()).toEqual([]);
  });

  it('is sent by SMTP once, however many processes send', async () => {
    await queue('joao@example.com');
    await queue('ana@example.com');
    await Promise.all(
      [1, 2, 3].map(() => sendDue({ db: database.db, mailer, linkOf: noLink, log: quiet, now: soon })),
    );
    expect(received).toHaveLength(2);
    expect(received.join()).toContain('To: joao@example.com');
    expect(received.join()).toContain('Subject: =?UTF-8?');
    for (const mail of await outbox()) expect(mail).toMatchObject({ attempts: 1, lastError: '' });
    for (const mail of await outbox()) expect(mail.sentAt).toBeInstanceOf(Date);
  });

  it('carries the brand of its branch: logo within, text as paragraphs, the mark for replies first', async () => {
    const brand: PaperBrand = {
      nome: 'Casa & Cia <b>',
      razSoc: 'Casa e Companhia Ltda.',
      cnpj: '47283916000160',
      endereco: 'Rua A, 10',
      cor: '#AA0000',
      picture: { content: Buffer.from('a logo'), width: 530, height: 142 },
    };
    const asked: (number | undefined)[] = [];
    const brandOf = async (branchId?: number) => {
      asked.push(branchId);
      return brand;
    };
    const sent: Mail[] = [];
    const keeping: Mailer = { send: async (mail) => void sent.push(mail) };
    const to = 'joao@example.com';
    const text = 'Olá, <João>.\n\nAbra https://a.exemplo/x?a=1&b=2\nhoje.';
    await queueMail(database.db, { to, subject: 's', text, envelope: { branchId: 7 } });
    const html = `<p>${REPLY_ABOVE}</p>\n<p>Oi</p>`;
    await queueMail(database.db, { to, subject: 's', text: 'Oi', html });
    await sendDue({ db: database.db, mailer: keeping, linkOf: noLink, brandOf, log: quiet, now: soon });
    const [plain, marked] = ['Olá', 'Oi'].map((word) => sent.find((mail) => mail.text.startsWith(word)));
    expect(asked.sort()).toEqual([7, undefined]);
    expect(plain?.text).toBe(text);
    expect(plain?.html).toContain('<p>Olá, &#60;João&#62;.</p>');
    expect(plain?.html).toContain('<a href="https://a.exemplo/x?a=1&#38;b=2">');
    expect(plain?.html).toContain('Casa &#38; Cia &#60;b&#62;');
    expect(plain?.html).toContain('CNPJ 47.283.916/0001-60');
    expect(plain?.html).toContain(`<img src="cid:${LOGO_ID}" alt="" width="179" height="48"`);
    const page = marked?.html ?? '';
    expect(page.indexOf(REPLY_ABOVE)).toBeGreaterThan(0);
    expect(page.indexOf(REPLY_ABOVE)).toBeLessThan(page.indexOf('Casa &#38;'));
    expect(page.split(REPLY_ABOVE)).toHaveLength(2);
    expect(plain?.fromName).toBe('Casa & Cia <b>');
    await mailer.send({
      to,
      subject: 's',
      text,
      html: plain?.html ?? '',
      logo: Buffer.from('a logo'),
      fromName: 'Casa & Cia',
    });
    expect(received.join()).toContain(`Content-ID: <${LOGO_ID}>`);
    expect(received.join()).toContain('multipart/related');
    expect(received.join()).toContain('From: "Casa & Cia" <sac@example.com>');
  });

  it('puts a new link into each attempt to send, and into nothing that is stored', async () => {
    const [role] = await database.db.insert(roles).values({ key: 'TESTE', name: 'Teste' }).returning();
    const [person] = await database.db
      .insert(people)
      .values({
        name: 'João',
        cpf: '1',
        email: 'j@x',
        type: 'OPERADOR',
        roleId: role?.id ?? 0,
        passwordHash: '',
      })
      .returning();
    const now = soon;
    const passwordResetId = await openReset(database.db, { now }, person?.id ?? 0);
    const text = `Abra ${PERSONAL_LINK} e escolha.`;
    await queueMail(database.db, { to: 'joao@example.com', subject: 's', text, passwordResetId });
    const linkOf = (id: number) =>
      issueResetLink(database.db, { now, publicUrl: 'https://balcao.exemplo' }, id);
    const tried: string[] = [];
    const failing: Mailer = {
      send: async (mail) => {
        tried.push(mail.text);
        throw new Error('down');
      },
    };
    await sendDue({ db: database.db, mailer: failing, linkOf, log: quiet, now });
    const later = () => new Date(Date.now() + 120_000);
    await sendDue({ db: database.db, mailer, linkOf, log: quiet, now: later });
    const sent = /token=3?D?([\w-]+)/;
    expect(tried[0]).toMatch(
      /^Abra https:\/\/balcao\.exemplo\/redefinir-senha\?token=[\w-]{43} e escolha\.$/,
    );
    expect(received.join()).toMatch(sent);
    expect(received.join().replaceAll('=\r\n', '')).not.toContain(sent.exec(tried[0] ?? '')?.[1]);
    expect((await outbox())[0]).toMatchObject({ bodyText: text, sentAt: expect.any(Date) });
  });

  it.each([
    ['550 mailbox unknown', true],
    ['550 5.1.1 User unknown', true],
    ['552 5.2.2 Mailbox full', true],
    // A policy against us says nothing about the address.
    ['554 5.7.1 Relay access denied', false],
  ])('gives up at once after %s, and tells whose address it is: %s', async (answer, isAddress) => {
    refusing = answer;
    await queue('ninguem@example.com');
    const told: string[] = [];
    const onBadAddress = async (address: string, said: string) => void told.push(`${address}: ${said}`);
    await sendDue({ db: database.db, mailer, linkOf: noLink, log: quiet, now: soon, onBadAddress });
    const [mail] = await outbox();
    expect(mail).toMatchObject({
      attempts: 14,
      sentAt: null,
      lastError: expect.stringContaining('recusou de vez'),
    });
    expect(told).toEqual(isAddress ? [`ninguem@example.com: ${answer}`] : []);
    refusing = '';
    await sendDue({
      db: database.db,
      mailer,
      linkOf: noLink,
      log: quiet,
      now: () => new Date(Date.now() + 86_400_000),
    });
    expect(received).toEqual([]);
  });

  it('tries again what a fault of this installation stopped', () => {
    const failed = (command: string, responseCode: number) =>
      refusalIn({ command, responseCode, response: `${responseCode} x` });
    expect([
      failed('AUTH PLAIN', 535),
      failed('MAIL FROM', 550),
      failed('CONN', 554),
      failed('RCPT TO', 450),
    ]).toEqual(Array(4).fill(null));
    expect(refusalIn(new Error('down'))).toBeNull();
    expect(failed('DATA', 554)).toMatchObject({ aboutAddress: false });
  });

  it('waits longer after each refusal, and records why', async () => {
    refusing = '450 mailbox busy';
    await queue('ninguem@example.com');
    let clock = soon();
    const send = () => sendDue({ db: database.db, mailer, linkOf: noLink, log: quiet, now: () => clock });
    await send();
    await send();
    const [first] = await outbox();
    expect(first).toMatchObject({
      attempts: 1,
      sentAt: null,
      lastError: expect.stringContaining('mailbox busy'),
      nextAttemptAt: new Date(clock.getTime() + 60_000),
    });
    clock = new Date(clock.getTime() + 61_000);
    await send();
    const [second] = await outbox();
    expect(second).toMatchObject({ attempts: 2, nextAttemptAt: new Date(clock.getTime() + 120_000) });
    refusing = '';
    clock = new Date(clock.getTime() + 121_000);
    await send();
    expect(received).toHaveLength(1);
  });

  it('leaves an e-mail to the next attempt when a process dies while sending it', async () => {
    await queue('joao@example.com');
    const clock = soon();
    const now = () => clock;
    const dead: Mailer = { send: () => new Promise(() => {}) };
    void sendDue({ db: database.db, mailer: dead, linkOf: noLink, log: quiet, now });
    while ((await outbox())[0]?.attempts === 0) await new Promise((resolve) => setImmediate(resolve));
    await sendDue({ db: database.db, mailer, linkOf: noLink, log: quiet, now });
    expect(received).toEqual([]);
    await sendDue({
      db: database.db,
      mailer,
      linkOf: noLink,
      log: quiet,
      now: () => new Date(clock.getTime() + 60_000),
    });
    expect(received).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ attempts: 2, sentAt: expect.any(Date) }]);
  });

  it('gives up in the end', async () => {
    await queue('ninguem@example.com');
    await database.db.update(outboxEmails).set({ attempts: 14 });
    await sendDue({ db: database.db, mailer, linkOf: noLink, log: quiet, now: soon });
    expect(received).toEqual([]);
  });

  it('never makes two recipients out of one address', async () => {
    await queue('a@example.com, b@example.com');
    await sendDue({ db: database.db, mailer, linkOf: noLink, log: quiet, now: soon });
    expect(recipients).not.toContain('RCPT TO:<b@example.com>');
    expect(recipients.length).toBeLessThan(2);
  });

  it('is emptied by a dispatcher that stops on request', async () => {
    await queue('joao@example.com');
    const dispatcher = startMailDispatcher({ db: database.db, mailer, linkOf: noLink, log: quiet });
    while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await dispatcher.stop();
    const [mail] = await database.db
      .select()
      .from(outboxEmails)
      .where(eq(outboxEmails.attempts, 1))
      .orderBy(outboxEmails.id);
    expect(mail?.sentAt).toBeInstanceOf(Date);
  });
});
