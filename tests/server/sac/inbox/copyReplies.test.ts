import { beforeEach, describe, expect, it } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { outboxEmails, tickets } from '#server/db/tables/index.ts';
import { mailCustomers } from '#server/sac/tickets/mail/mailCustomers.ts';
import {
  addressOf,
  CLARA,
  db,
  deps,
  fixture,
  MINUTE,
  messages,
  openInbox,
  receive,
  row,
  ticket,
} from './inboxFixture.ts';

openInbox();

const DAVI = 'davi@contabil.com.br';
const asOperator = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  fixture.server.call(method, `/sac/tickets/${ticket}/${path}`, {
    token: fixture.tokens.OPERADOR,
    ...(body && { body }),
  });
const answer = (from = `Davi Lima <${DAVI}>`) =>
  receive({ from, to: addressOf(ticket, DAVI), body: 'Segue o recibo.' });
const mails = async () => {
  fixture.server.advance(MINUTE);
  await mailCustomers(deps());
  return db()
    .select({ to: outboxEmails.toAddress, text: outboxEmails.bodyText, messageId: outboxEmails.messageId })
    .from(outboxEmails)
    .where(eq(outboxEmails.ticketId, ticket))
    .orderBy(asc(outboxEmails.id));
};
const statusOf = async () => (await db().select().from(tickets).where(eq(tickets.id, ticket)))[0]?.status;

beforeEach(async () => {
  expect((await asOperator('POST', 'copias', { email: DAVI })).status).toBe(200);
});

describe('the answer of somebody in copy', () => {
  it('becomes a message of theirs, and the customer is told who wrote', async () => {
    expect(await answer()).toMatchObject({ state: 'NO_TICKET', ticketId: ticket });
    const [message] = (await asOperator('GET', 'historico')).body.itens;
    expect(message).toMatchObject({
      ...{ tipo: 'PUBLICO', mensagem: '<p>Segue o recibo.</p>' },
      ...{ colaborador: { nome: 'Davi Lima' }, email: { de: DAVI } },
    });
    // Somebody has to look at it.
    expect(await statusOf()).toBe('EM_ATENDIMENTO');
    const sent = await mails();
    expect(sent.map(({ to }) => to)).toEqual([CLARA]);
    expect(sent[0]?.text).toContain('Davi Lima escreveu');
  });

  it('is told by its address where it has no name, and not to its writer', async () => {
    await answer(DAVI);
    const [sent] = await mails();
    expect(sent).toMatchObject({ to: CLARA, text: expect.stringContaining(`${DAVI} escreveu`) });
  });

  it('is not taken from anybody else, also not from the customer with the address of the other', async () => {
    for (const from of ['Mal <mal@outra.com>', `Clara Nunes <${CLARA}>`])
      expect(await answer(from)).toMatchObject({ state: 'ESPERA' });
    expect(await messages()).toEqual([]);
  });

  it('reopens nothing: it waits for a decision, where that of the customer goes on', async () => {
    await db()
      .update(tickets)
      .set({ status: 'FINALIZADO', finishedAt: fixture.server.deps.now() })
      .where(eq(tickets.id, ticket));
    const waiting = await answer();
    expect(waiting).toMatchObject({ state: 'ESPERA', reason: 'TICKET_FECHADO' });
    expect((await row(waiting.id))?.detail).toContain('não é o contato do ticket');
    expect(await statusOf()).toBe('FINALIZADO');
    expect(await receive()).toMatchObject({ state: 'NO_TICKET' });
    expect(await statusOf()).toBe('EM_ATENDIMENTO');
  });

  it('waits for a decision once they were taken out of copy', async () => {
    await asOperator('POST', 'historico', { tipo: 'PUBLICO', mensagem: '<p>Um</p>' });
    expect((await mails()).map(({ to }) => to)).toContain(DAVI);
    const [copy] = (await asOperator('GET', 'copias')).body.data.copias;
    expect((await asOperator('DELETE', `copias/${copy.id}`)).status).toBe(200);
    const waiting = await answer();
    expect(waiting).toMatchObject({ state: 'ESPERA', reason: 'RECUSADO' });
    expect((await row(waiting.id))?.detail).toContain('já não está em cópia');
    await asOperator('POST', 'copias', { email: DAVI });
    expect(await answer()).toMatchObject({ state: 'NO_TICKET', ticketId: ticket });
  });
});

it('an address in copy that bounces gets no more, which the ticket says', async () => {
  const say = (mensagem: string) => asOperator('POST', 'historico', { tipo: 'PUBLICO', mensagem });
  await say('<p>Um</p>');
  const messageId = (await mails()).find(({ to }) => to === DAVI)?.messageId ?? '';
  await receive({
    from: 'Mail <mailer-daemon@mx.exemplo.com.br>',
    headers: { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b0' },
    body: `--b0\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; ${DAVI}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 <${DAVI}> desconhecido\r\n--b0\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${messageId}\r\n--b0--\r\n`,
  });
  const { body } = await asOperator('GET', 'copias');
  expect(body.data.copias).toMatchObject([{ email: DAVI, recebe: true, chega: false }]);
  // Its server's words name the address, also to people who see masks.
  expect(JSON.stringify(body.data)).not.toContain('desconhecido');
  await say('<p>Dois</p>');
  expect((await mails()).slice(-1)).toMatchObject([{ to: CLARA }]);
});
