import { describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { auditLog, receivedEmails, ticketAttachments } from '#server/db/tables/index.ts';
import { receiveMail } from '#server/sac/inbox/commands.ts';
import {
  BASE,
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
  ticket,
} from './inboxFixture.ts';

openInbox();

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
