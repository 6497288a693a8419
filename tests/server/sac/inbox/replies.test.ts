import { describe, expect, it, jest } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import {
  customerContacts,
  customerEmails,
  customers,
  files,
  mailAddresses,
  outboxEmails,
  ticketAttachments,
  tickets,
} from '#server/db/tables/index.ts';
import { receiveMail } from '#server/sac/inbox/commands.ts';
import { customersByAddress } from '#server/sac/inbox/senders.ts';
import { mailCustomers } from '#server/sac/tickets/mail/mailCustomers.ts';
import {
  addressOf,
  BASE,
  CLARA,
  db,
  deps,
  eml,
  fixture,
  MINUTE,
  messages,
  multipart,
  openInbox,
  PDF,
  receive,
  row,
  setting,
  ticket,
} from './inboxFixture.ts';

openInbox();

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

  it('reaches the ticket that the answered one was merged into, by its address and by its thread', async () => {
    const lead = await fixture.addTicket({ customerId: fixture.customerIds.consumer });
    const messageId = `<ticket.${ticket}.${'b'.repeat(32)}@empresa.com.br>`;
    await db()
      .insert(outboxEmails)
      .values({ toAddress: CLARA, subject: '', bodyText: '', ticketId: ticket, messageId });
    const merged = await fixture.server.call('POST', `/sac/tickets/${lead}/juntar`, {
      token: fixture.tokens.ADMIN,
      body: { tickets: [{ id: ticket }] },
    });
    expect([merged.status, merged.body.error]).toEqual([200, undefined]);
    expect(await receive()).toMatchObject({ state: 'NO_TICKET', ticketId: lead });
    expect(await receive({ to: BASE, headers: { 'In-Reply-To': messageId } })).toMatchObject({
      state: 'NO_TICKET',
      ticketId: lead,
    });
    expect(await messages(lead)).toHaveLength(2);
    expect(await messages()).toEqual([]);
  });

  it('reaches the part of a divided ticket that has the answered message, and the whole for any other', async () => {
    // Of a type that demands no products.
    await db()
      .update(tickets)
      .set({ typeId: fixture.types.get('ATENDIMENTO') ?? 0 })
      .where(eq(tickets.id, ticket));
    const say = async (text: string) =>
      (
        await fixture.server.call('POST', `/sac/tickets/${ticket}/historico`, {
          token: fixture.tokens.ADMIN,
          body: { tipo: 'PUBLICO', mensagem: `<p>${text}</p>` },
        })
      ).body.data.id as number;
    const mailed = async () => {
      fixture.server.advance(MINUTE);
      await mailCustomers(deps());
      const sent = await db()
        .select()
        .from(outboxEmails)
        .where(eq(outboxEmails.toAddress, CLARA))
        .orderBy(desc(outboxEmails.id));
      return sent[0];
    };
    const divide = (mensagens: number[]) =>
      fixture.server.call('POST', `/sac/tickets/${ticket}/dividir`, {
        token: fixture.tokens.ADMIN,
        body: { mensagens },
      });
    const [first, firstMail] = [await say('Sobre a nota'), await mailed()];
    await say('Sobre a troca');
    const secondMail = await mailed();
    const divided = await divide([first]);
    expect([divided.status, divided.body.error]).toEqual([200, undefined]);
    const part = divided.body.data.novo as number;
    const answer = (mail: typeof firstMail) =>
      receive({ headers: { 'In-Reply-To': mail?.messageId ?? '' }, body: `Resposta ${mail?.id}` });
    expect(await answer(firstMail)).toMatchObject({ state: 'NO_TICKET', ticketId: part });
    expect(await answer(secondMail)).toMatchObject({ state: 'NO_TICKET', ticketId: ticket });
    // What was not told yet is told by the ticket that has it, and answers go there by its own address.
    const third = await say('Por último');
    const again = await divide([third]);
    const thirdMail = await mailed();
    expect(thirdMail).toMatchObject({ ticketId: again.body.data.novo, ticketMessageId: third });
    await fixture.server.call('POST', `/sac/tickets/${part}/desfazer-divisao`, {
      token: fixture.tokens.ADMIN,
      body: {},
    });
    expect(await answer(firstMail)).toMatchObject({ state: 'NO_TICKET', ticketId: ticket });
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
    // Some servers write a header for each finding, and fold it.
    const many = [
      'mx.empresa.com.br;\r\n spf=pass',
      'mx.empresa.com.br 1; dkim=pass',
      'MX.empresa.com.br;\r\n dmarc = fail',
    ];
    const inHeaders = (texts: string[]) => ({
      'Authentication-Results': texts.join('\r\nAuthentication-Results: '),
    });
    expect(await receive({ headers: inHeaders(many) })).toMatchObject({ reason: 'FORJADO' });
    // What other servers on the way found, or the sender wrote, is below ours and under another name.
    const others = [
      'mx.empresa.com.br; dmarc=pass',
      'mx.outra.com.br; dmarc=fail',
      'nossa.dmarc=fail.com; spf=pass',
    ];
    expect((await receive({ headers: inHeaders(others) })).reason).not.toBe('FORJADO');
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

  it("is known by every address of a customer: its own, a contact's, or one of its list", async () => {
    const { consumer, first } = fixture.customerIds;
    await db().insert(customerContacts).values({ customerId: first, name: 'Bia', email: 'Bia@Loja.com.br' });
    await db().insert(customerEmails).values({ customerId: first, email: 'nfe@loja.com.br' });
    await db().insert(customerEmails).values({ customerId: consumer, email: 'bia@loja.com.br' });
    const found = await customersByAddress(db(), [
      CLARA,
      'bia@loja.com.br',
      'nfe@loja.com.br',
      'x@y.com',
      '',
    ]);
    expect(found.get('nfe@loja.com.br')).toEqual([first]);
    expect(found.get('bia@loja.com.br')).toEqual([consumer, first].sort((one, other) => one - other));
    expect(found.has('x@y.com')).toBe(false);
    await db().delete(customerEmails);
    await db().delete(customerContacts);
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
    expect((await messages(id))[0]?.html).toBe('<p>Não chegou.</p>');
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
