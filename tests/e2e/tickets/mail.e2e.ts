import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { type ParsedMail, simpleParser } from 'mailparser';
import type { Browser, Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import {
  ADMIN,
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  OPERATOR,
  openSignedIn,
  visit,
} from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { messages, reply, sendReply } from '../support/tickets/conversation.ts';
import { read } from '../support/tickets/tickets.ts';

/** The package has no types of its own. */
interface Hoodiecrow {
  server: { address: () => AddressInfo };
  listen: (port: number, ready: () => void) => void;
  close: (done: () => void) => void;
  appendMessage: (mailbox: string, flags: string[], date: false, raw: string) => void;
}
const hoodiecrow = createRequire(import.meta.url)('hoodiecrow-imap') as (options: object) => Hoodiecrow;

const BASE = 'atendimento@balcao.exemplo';
const COPIED = 'davi@contabil.exemplo';
const LOOK = { width: 1280, scheme: 'light' } as const;
/** Events within one minute are sent together, in milliseconds. */
const AN_EMAIL = 150_000;

describe('ticket by e-mail', () => {
  const arrived: ParsedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void buffer(stream)
        .then((raw) => simpleParser(raw))
        .then((mail) => {
          arrived.push(mail);
          done();
        });
    },
  });
  const imap = hoodiecrow({ plugins: ['ID', 'IDLE', 'UIDPLUS'], storage: { INBOX: {} } });
  let browser: Browser;
  let server: RunningConsole;
  before(async () => {
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => imap.listen(0, resolve));
    server = await startConsole({
      env: {
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String((smtp.server.address() as AddressInfo).port),
        SMTP_FROM: 'Balcão <sac@balcao.exemplo>',
        IMAP_HOST: '127.0.0.1',
        IMAP_PORT: String(imap.server.address().port),
        IMAP_SECURE: 'off',
        IMAP_USER: 'testuser',
        IMAP_PASS: 'testpass',
      },
    });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await new Promise<void>((resolve) => imap.close(resolve));
  });

  it('is answered in the console and by e-mail, and updates live', async () => {
    await visit(browser, { ...LOOK, url: server.url }, async (page) => {
      await openSignedIn(page, ADMIN);
      const { ok, status } = await page.request
        .put('/config/parametros/SAC/emailResposta', {
          data: { idFil: null, versao: 0, valor: BASE },
          headers: { App: 'balcao' },
        })
        .then((answer) => ({ ok: answer.ok(), status: answer.status() }));
      assert.ok(ok, `the reply address was refused: ${status}`);
    });
    await visit(browser, { ...LOOK, url: server.url }, async (page) => {
      await openSignedIn(page, OPERATOR);
      const ticket = await openTicket(page);
      await page.goto(`/tickets/${ticket.id}`);
      await putInCopy(page);
      await reply(page).fill('Pode nos enviar o número do lote?');
      await sendReply(page);
      await messages(page, 'Pode nos enviar o número do lote?').waitFor();

      const toldTo = (email: string) =>
        eventually(
          async () =>
            arrived.find(
              ({ text, to }) =>
                text?.includes('Pode nos enviar o número do lote?') &&
                [to].flat()[0]?.value[0]?.address === email,
            ),
          (mail) => mail !== undefined,
          `no e-mail arrived at ${email}`,
          AN_EMAIL,
        );
      const seen = await toldTo(ticket.email);
      const address = seen?.replyTo?.value[0]?.address ?? '';
      assert.match(address, new RegExp(`^atendimento\\+t${ticket.id}\\.[0-9a-f]{24}@`));

      const answer = [
        `From: Cliente <${ticket.email}>`,
        `To: ${address}`,
        `Subject: Re: ${seen?.subject ?? ''}`,
        'Message-ID: <resposta@cliente.exemplo>',
        `In-Reply-To: ${seen?.messageId ?? ''}`,
        'Content-Type: text/plain; charset=utf-8',
        '',
        'O lote é 7741.',
        '',
        'Em ter., 3 de nov. de 2026, Balcão escreveu:',
        '> Pode nos enviar o número do lote?',
      ].join('\r\n');
      imap.appendMessage('INBOX', [], false, Buffer.from(answer).toString('latin1'));
      // The page is not reloaded.
      await messages(page, 'O lote é 7741.').waitFor({ timeout: AN_EMAIL });
      await messages(page, 'O lote é 7741.').getByText(`Por e-mail, de ${ticket.email}`).waitFor();
      assert.equal(
        await messages(page, 'O lote é 7741.').getByText('> Pode nos enviar').isVisible(),
        false,
        'what was quoted is folded',
      );
      const copied = await toldTo(COPIED);
      assert.match(copied?.text ?? '', /Você está em cópia neste e-mail/);
      const theirs = [
        `From: Davi Lima <${COPIED}>`,
        `To: ${copied?.replyTo?.value[0]?.address ?? ''}`,
        `Subject: Re: ${copied?.subject ?? ''}`,
        'Message-ID: <copia@contabil.exemplo>',
        'Content-Type: text/plain; charset=utf-8',
        '',
        'Segue o laudo do contador.',
      ].join('\r\n');
      imap.appendMessage('INBOX', [], false, Buffer.from(theirs).toString('latin1'));
      await messages(page, 'Segue o laudo do contador.')
        .getByText(`Por e-mail, de ${COPIED}`)
        .waitFor({ timeout: AN_EMAIL });
      await expectAccessibleAndFitting(page, 'ticket with an e-mail');
    });
  });

  it('waits for a person when it answers nothing, and is then added to a ticket', async () => {
    const stranger = [
      'From: Curioso <curioso@outra.exemplo>',
      `To: ${BASE}`,
      'Subject: Onde fica a loja?',
      'Message-ID: <curioso@outra.exemplo>',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Queria saber o horário.',
    ].join('\r\n');
    imap.appendMessage('INBOX', [], false, Buffer.from(stranger).toString('latin1'));
    for (const look of LOOKS)
      await visit(browser, { ...look, url: server.url }, async (page) => {
        await openSignedIn(page, ADMIN);
        await eventually(
          () => read<{ assunto: string }[]>(page, '/config/emails-recebidos'),
          (emails) => emails.some(({ assunto }) => assunto === 'Onde fica a loja?'),
          'the e-mail did not come in',
          AN_EMAIL,
        );
        await page.goto('/emails-recebidos');
        await page.getByText('Onde fica a loja?').first().waitFor();
        await expectAccessibleAndFitting(page, 'received e-mails');
        await page.getByText('Onde fica a loja?').first().click();
        await page.getByText('O endereço não é de nenhum cliente.').waitFor();
        await expectNoSidewaysScroll(page);
        await expectAccessibleAndFitting(page, 'a received e-mail');
        await page.getByRole('button', { name: 'Abrir um ticket' }).click();
        await page.getByRole('dialog').waitFor();
        await expectAccessibleAndFitting(page, 'a ticket of an e-mail');
      });
    await visit(browser, { ...LOOK, url: server.url }, async (page) => {
      await openSignedIn(page, ADMIN, '/emails-recebidos');
      const { id } = await openTicket(page);
      await page.getByText('Onde fica a loja?').first().click();
      await page.getByRole('button', { name: 'Levar a um ticket' }).click();
      await page.getByRole('dialog').getByLabel('Número do ticket').fill(String(id));
      await page.getByRole('dialog').getByRole('button', { name: 'Levar' }).click();
      await page.waitForURL(`**/tickets/${id}`);
      await messages(page, 'Queria saber o horário.').waitFor();
    });
  });

  it('is written from templates, which the studio shows filled in', async () => {
    for (const look of LOOKS)
      await visit(browser, { ...look, url: server.url }, async (page) => {
        await openSignedIn(page, ADMIN, '/configuracao/mails/resposta');
        await page.getByRole('article', { name: 'E-mail de exemplo' }).getByText('Marina Alves').waitFor();
        await expectAccessibleAndFitting(page, 'a template of e-mails');
      });
    await visit(browser, { ...LOOK, url: server.url }, async (page) => {
      await openSignedIn(page, ADMIN, '/configuracao/mails/resposta');
      await page.getByRole('button', { name: 'Consumidor' }).click();
      const sample = page.getByRole('article', { name: 'E-mail de exemplo' });
      await sample.getByText('na sua solicitação').waitFor();
      await page.getByRole('textbox', { name: 'Texto' }).fill('Olá {{nomes}}');
      await page.locator('p', { hasText: 'Não existe {{nomes}} aqui.' }).waitFor();
    });
  });

  it('stops after the unsubscribe link of every e-mail, without signing in', async () => {
    const link = /https?:\/\/\S+\/descadastro\/\S+/.exec(arrived.at(-1)?.text ?? '')?.[0] ?? '';
    for (const look of LOOKS)
      await visit(browser, { ...look, url: server.url }, async (page) => {
        await page.goto(link);
        await page.getByRole('button', { name: 'Não receber mais' }).waitFor();
        await expectNoSidewaysScroll(page);
        await expectAccessibleAndFitting(page, 'unsubscribe');
      });
    await visit(browser, { ...LOOK, url: server.url }, async (page) => {
      await page.goto(link);
      await page.getByRole('button', { name: 'Não receber mais' }).click();
      await page.getByText('Pronto: você não recebe mais e-mails').waitFor();
    });
  });
});

/** Through the data of the ticket, like a person. */
async function putInCopy(page: Page): Promise<void> {
  const copies = page.getByRole('region', { name: 'Em cópia nos e-mails' });
  await copies.getByRole('button', { name: 'Incluir em cópia' }).click();
  const dialog = page.getByRole('dialog', { name: 'Incluir em cópia' });
  await dialog.getByLabel('E-mail').fill(COPIED);
  await dialog.getByRole('button', { name: 'Incluir' }).click();
  await copies.getByRole('link', { name: COPIED }).waitFor();
}

interface Open {
  id: number;
  email: string;
}

/** A ticket that the person works on and whose contact has an e-mail address. */
async function openTicket(page: Page): Promise<Open> {
  const { itens } = await read<{ itens: { id: number }[] }>(
    page,
    '/sac/tickets?status[]=EM_ATENDIMENTO&take=20',
  );
  for (const { id } of itens) {
    const { data } = await read<{ data: { contato: { email: string } } }>(page, `/sac/tickets/${id}`);
    if (data.contato.email) return { id, email: data.contato.email };
  }
  throw new Error('no ticket whose contact has an address');
}
