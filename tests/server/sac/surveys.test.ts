import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { unsubscribeToken } from '#server/adapters/mail/signedAddress.ts';
import {
  auditLog,
  customers,
  mailAddresses,
  outboxEmails,
  parameters,
  ticketEvents,
  ticketNews,
  ticketSurveys,
  tickets,
} from '#server/db/tables/index.ts';
import { mailCustomers } from '#server/sac/tickets/mail/mailCustomers.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());
const db = () => fixture.server.deps.db;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ADDRESS = 'clara@exemplo.com.br';

beforeEach(async () => {
  await db().delete(ticketSurveys);
  await db().delete(outboxEmails);
  await db().delete(mailAddresses);
  await db()
    .update(customers)
    .set({ email: ADDRESS, doNotContact: false })
    .where(eq(customers.id, fixture.customerIds.first));
});

type Who = keyof TicketFixture['tokens'];
const finished = (given = {}) =>
  fixture.addTicket({
    status: 'FINALIZADO',
    result: 'PROCEDENTE',
    finishedAt: fixture.server.deps.now(),
    ...given,
  });
const ask = (id: number, who: Who = 'OPERADOR', key?: string) =>
  fixture.server.call('POST', `/sac/tickets/${id}/pesquisa`, {
    token: fixture.tokens[who],
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const mails = () => db().select().from(outboxEmails).orderBy(desc(outboxEmails.id));
const tokenOf = async () =>
  /pesquisa\/([^?\s"]+)\?nota=5/.exec((await mails())[0]?.bodyText ?? '')?.[1] ?? '';
const look = async (token: string) =>
  (await fixture.server.call('GET', `/config/pesquisa/${token}`, {})).body.data;
const answer = (token: string, body: object) =>
  fixture.server.call('POST', `/config/pesquisa/${token}`, { body });
const events = (id: number) =>
  db()
    .select()
    .from(ticketEvents)
    .where(and(eq(ticketEvents.ticketId, id), eq(ticketEvents.type, 'PESQUISA')))
    .orderBy(ticketEvents.id);

describe('the question after the end of a ticket', () => {
  it.each(['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)('is neither sent nor seen by %s', async (who) => {
    const id = await finished();
    expect((await ask(id, who)).status).toBe(403);
    expect((await fixture.get(`tickets/${id}/pesquisa`, who)).status).toBe(403);
    expect(await mails()).toEqual([]);
  });
  it('is unknown for a ticket of another branch', async () => {
    const id = await finished({ branchId: fixture.branchIds[1], customerId: fixture.customerIds.second });
    expect([
      (await ask(id)).status,
      (await fixture.get(`tickets/${id}/pesquisa`, 'OPERADOR')).status,
    ]).toEqual([404, 404]);
  });
  it('goes out once, whatever is repeated, noticed by nobody outside the company', async () => {
    const id = await finished();
    const [before] = await db().select().from(tickets).where(eq(tickets.id, id));
    const first = await ask(id, 'OPERADOR', `q-${id}`);
    expect(first.status).toBe(200);
    expect((await ask(id, 'OPERADOR', `q-${id}`)).body).toEqual(first.body);
    expect((await ask(id)).body.code).toBe('SEM_PESQUISA');
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ toAddress: ADDRESS, ticketId: id });
    for (const mark of [1, 2, 3, 4, 5]) expect(sent[0]?.bodyHtml).toContain(`?nota=${mark}"`);
    // It is contact and no service, so it carries how to stop it.
    expect(sent[0]?.bodyText).toContain('/descadastro/');
    const [after] = await db().select().from(tickets).where(eq(tickets.id, id));
    expect((after?.version ?? 0) - (after?.internalVersions ?? 0)).toBe(
      (before?.version ?? 0) - (before?.internalVersions ?? 0),
    );
    expect(await events(id)).toMatchObject([{ internal: true, noticed: false }]);
    expect(await db().$count(ticketNews, eq(ticketNews.ticketId, id))).toBe(0);
  });
  it.each([
    ['an open ticket', {}, { status: 'EM_ATENDIMENTO' }],
    ['a cancelled ticket', {}, { status: 'CANCELADO' }],
    ['a customer who may not be contacted', { doNotContact: true }, {}],
    ['a customer without an address', { email: '' }, {}],
  ])('goes to nobody for %s', async (_, customer, ticket) => {
    if (Object.keys(customer).length > 0)
      await db().update(customers).set(customer).where(eq(customers.id, fixture.customerIds.first));
    const id = await finished(ticket);
    expect((await ask(id)).body.code).toBe('SEM_PESQUISA');
    expect([(await mails()).length, await db().$count(ticketSurveys)]).toEqual([0, 0]);
    expect((await fixture.get(`tickets/${id}/pesquisa`)).body.data.impedimento).toEqual(expect.any(String));
  });
  it('goes to nobody who unsubscribed, or whose address fails', async () => {
    const at = fixture.server.deps.now();
    for (const state of [{ unsubscribedAt: at }, { failingSince: at, failure: '550' }]) {
      await db().delete(mailAddresses);
      await db()
        .insert(mailAddresses)
        .values({ address: ADDRESS, ...state });
      expect((await ask(await finished())).body.code).toBe('SEM_PESQUISA');
    }
  });
});

describe('after every end', () => {
  const setting = (value: boolean) =>
    db()
      .insert(parameters)
      .values({ area: 'SAC', key: 'pesquisaSatisfacao', value, branchId: 0, description: '', public: false })
      .onConflictDoUpdate({ target: [parameters.area, parameters.key, parameters.branchId], set: { value } });
  const ended = async (type: 'FINALIZACAO' | 'CANCELAMENTO', given = {}) => {
    const id = await finished(given);
    const now = fixture.server.deps.now();
    const [event] = await db()
      .insert(ticketEvents)
      .values({ ticketId: id, type, personId: fixture.people.OPERADOR, createdAt: now })
      .returning();
    await db()
      .insert(ticketNews)
      .values({ ticketId: id, eventId: event?.id ?? 0, createdAt: now });
    fixture.server.advance(2 * MINUTE);
    await mailCustomers(fixture.server.deps);
    fixture.server.advance(-2 * MINUTE);
    return id;
  };
  it('is asked only where the company switched it on, of those who may be asked', async () => {
    await ended('FINALIZACAO');
    expect(await db().$count(ticketSurveys)).toBe(0);
    await setting(true);
    await ended('CANCELAMENTO', { status: 'CANCELADO' });
    expect(await db().$count(ticketSurveys)).toBe(0);
    const id = await ended('FINALIZACAO');
    expect(await db().select().from(ticketSurveys)).toMatchObject([
      { ticketId: id, address: ADDRESS, mark: null },
    ]);
    await db()
      .update(customers)
      .set({ doNotContact: true })
      .where(eq(customers.id, fixture.customerIds.first));
    await ended('FINALIZACAO');
    expect(await db().$count(ticketSurveys)).toBe(1);
    await setting(false);
  });
});

describe('the answer', () => {
  it('needs no sign-in, only the link, and looking at it changes nothing', async () => {
    const id = await finished();
    await ask(id);
    const token = await tokenOf();
    const [number] = token.split('~');
    const secretOf = 'x'.repeat(24);
    for (const forged of [
      `${number}~${secretOf}`,
      `${Number(number) + 1}~${token.split('~')[1]}`,
      'nada',
      unsubscribeToken(secretOf, ADDRESS),
    ]) {
      expect((await fixture.server.call('GET', `/config/pesquisa/${forged}`, {})).status).toBe(404);
      expect((await answer(forged, { nota: 5 })).status).toBe(404);
    }
    expect(await look(token)).toMatchObject({ numero: id, nota: null, comentario: '', aberta: true });
    expect((await db().select().from(ticketSurveys))[0]).toMatchObject({ mark: null, answeredAt: null });
  });
  it.each([0, 6, 1.5, '5', null])('is a mark from 1 to 5, not %p', async (nota) => {
    await ask(await finished());
    expect((await answer(await tokenOf(), { nota })).status).toBeGreaterThanOrEqual(400);
    expect((await db().select().from(ticketSurveys))[0]?.mark).toBeNull();
  });
  it('is noted once with its mark, changed for some days, and its comment stands in no log', async () => {
    const id = await finished();
    await ask(id);
    const token = await tokenOf();
    await Promise.all([1, 2, 3].map(() => answer(token, { nota: 2 })));
    expect((await answer(token, { nota: 2, comentario: ' Demorou \u0000demais ' })).status).toBe(200);
    expect((await events(id)).map(({ note }) => note)).toEqual([
      'Enviada ao contato.',
      'Resposta: insatisfeito (2 de 5).',
      'Comentário da resposta incluído.',
    ]);
    // The comment stays when another mark is pressed in the e-mail.
    await answer(token, { nota: 4 });
    expect(await look(token)).toMatchObject({ nota: 4, comentario: 'Demorou demais' });
    const entries = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'RESPONDER_PESQUISA'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(entries.map(({ after }) => after)).toEqual([
      { nota: 2 },
      { nota: 2, comentario: 'incluído' },
      { nota: 4 },
    ]);
    expect((await fixture.get(`tickets/${id}/pesquisa`, 'OPERADOR')).body.data).toMatchObject({
      nota: 4,
      comentario: 'Demorou demais',
    });
    fixture.server.advance(8 * DAY);
    expect((await answer(token, { nota: 1 })).body.code).toBe('PESQUISA_ENCERRADA');
    expect(await look(token)).toMatchObject({ nota: 4, aberta: false });
    fixture.server.advance(-8 * DAY);
  });
  it('is taken no more once the person was erased', async () => {
    await ask(await finished());
    const token = await tokenOf();
    await db().update(ticketSurveys).set({ address: '', personalGoneAt: fixture.server.deps.now() });
    expect((await fixture.server.call('GET', `/config/pesquisa/${token}`, {})).status).toBe(404);
    expect((await answer(token, { nota: 1, comentario: 'Sou a Clara' })).status).toBe(404);
    expect((await db().select().from(ticketSurveys))[0]).toMatchObject({ mark: null, comment: '' });
  });
  it('is accepted for some days only', async () => {
    await ask(await finished());
    const token = await tokenOf();
    fixture.server.advance(31 * DAY);
    expect((await answer(token, { nota: 5 })).body.code).toBe('PESQUISA_ENCERRADA');
    fixture.server.advance(-31 * DAY);
  });
});
