import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  branchListChannel,
  listChannel,
  NOTICES_CHANGED,
  NOTICES_CHANNEL,
  orderChannel,
  personChannel,
  publicTicketChannel,
  stockChannel,
  TICKET_CHANGED,
  TICKET_FOR_YOU,
  ticketChannel,
} from '#contract/realtime.ts';
import { people, realtimeEvents, realtimeMembers } from '#server/db/tables/index.ts';
import { sweepMembers } from '#server/realtime/presence.ts';
import { publishNotices } from '#server/realtime/publish.ts';
import { collect, next, subscribed, type Who } from './liveFixture.ts';
import {
  authorize,
  codeOf,
  consumers,
  type Failure,
  fixture,
  foreign,
  openLiveTickets,
  ticket,
  until,
} from './liveTickets.ts';

openLiveTickets();

describe('authorisation of channels', () => {
  const statusOf = async (who: Who, channel: string) => (await authorize(who, channel)).status;

  it('answers 401 without a session', async () => {
    expect((await authorize(undefined, NOTICES_CHANNEL)).status).toBe(401);
  });

  it('answers the wrong person as for an unknown ticket', async () => {
    const refused: [Who, string][] = [
      ['CONSUMIDOR_FINAL', ticketChannel(consumers)],
      ['CONSUMIDOR_FINAL', ticketChannel(ticket)],
      ['CONSUMIDOR_FINAL', publicTicketChannel(ticket)],
      ['CONSUMIDOR_FINAL', listChannel('tickets')],
      ['CONSUMIDOR_FINAL', branchListChannel('tickets', fixture.branchIds[0])],
      ['OPERADOR', ticketChannel(foreign)],
      ['OPERADOR', publicTicketChannel(foreign)],
      ['OPERADOR', branchListChannel('tickets', fixture.branchIds[1])],
      ['OPERADOR', listChannel('tickets')],
      ['OTHER_OPERATOR', ticketChannel(ticket)],
      ['REPRESENTANTE', ticketChannel(foreign)],
      ['REPRESENTANTE', branchListChannel('tickets', fixture.branchIds[0])],
      ['REPRESENTANTE', listChannel('tickets')],
      ['CONSUMIDOR_FINAL', listChannel('negociacoes')],
      ['CONSUMIDOR_FINAL', branchListChannel('negociacoes', fixture.branchIds[0])],
      ['OPERADOR', branchListChannel('negociacoes', fixture.branchIds[1])],
      ['OPERADOR', listChannel('negociacoes')],
      ['REPRESENTANTE', branchListChannel('negociacoes', fixture.branchIds[0])],
      ['CONSUMIDOR_FINAL', listChannel('coletas')],
      ['CONSUMIDOR_FINAL', branchListChannel('coletas', fixture.branchIds[0])],
      ['OPERADOR', branchListChannel('coletas', fixture.branchIds[1])],
      ['OPERADOR', listChannel('coletas')],
      ['REPRESENTANTE', branchListChannel('coletas', fixture.branchIds[0])],
      ['CONSUMIDOR_FINAL', listChannel('ligacoes-recebidas')],
      ['OPERADOR', branchListChannel('ligacoes-recebidas', fixture.branchIds[1])],
      ['OPERADOR', listChannel('ligacoes-recebidas')],
      ['REPRESENTANTE', branchListChannel('ligacoes-recebidas', fixture.branchIds[0])],
      ['CONSUMIDOR_FINAL', orderChannel(1)],
      ['CONSUMIDOR_FINAL', stockChannel(fixture.branchIds[0])],
      ['VENDEDOR', stockChannel(fixture.branchIds[1])],
      ['ADMIN', orderChannel(999_999)],
      ['SUPERVISOR', personChannel(fixture.people.OPERADOR)],
      ['ADMIN', ticketChannel(999_999)],
      ['ADMIN', 'presence-ticket-007'],
      ['ADMIN', `presence-ticket-${ticket} `],
      ['ADMIN', 'presence-ticket-99999999999'],
      ['ADMIN', 'private-qualquer'],
      ['ADMIN', 'avisos'],
    ];
    const unknown = (await authorize('ADMIN', ticketChannel(999_999))).body;
    for (const [who, channel] of refused) {
      const { status, body } = await authorize(who, channel);
      expect([who, channel, status, body.error]).toEqual([who, channel, 404, unknown.error]);
    }
  });

  it('accepts the right person', async () => {
    expect(await statusOf('CONSUMIDOR_FINAL', publicTicketChannel(consumers))).toBe(200);
    expect(await statusOf('CONSUMIDOR_FINAL', personChannel(fixture.people.CONSUMIDOR_FINAL))).toBe(200);
    expect(await statusOf('OPERADOR', ticketChannel(ticket))).toBe(200);
    expect(await statusOf('OPERADOR', branchListChannel('tickets', fixture.branchIds[0]))).toBe(200);
    expect(await statusOf('REPRESENTANTE', ticketChannel(ticket))).toBe(404);
    expect(await statusOf('REPRESENTANTE', publicTicketChannel(ticket))).toBe(200);
    expect(await statusOf('SUPERVISOR', listChannel('tickets'))).toBe(200);
    expect(await statusOf('SUPERVISOR', listChannel('negociacoes'))).toBe(200);
    expect(await statusOf('OPERADOR', branchListChannel('negociacoes', fixture.branchIds[0]))).toBe(200);
    expect(await statusOf('OPERADOR', branchListChannel('coletas', fixture.branchIds[0]))).toBe(200);
    expect(await statusOf('SUPERVISOR', listChannel('coletas'))).toBe(200);
    expect(await statusOf('SUPERVISOR', listChannel('ligacoes-recebidas'))).toBe(200);
    expect(await statusOf('OPERADOR', branchListChannel('ligacoes-recebidas', fixture.branchIds[0]))).toBe(
      200,
    );
    expect(await statusOf('SUPERVISOR', branchListChannel('tickets', fixture.branchIds[1]))).toBe(200);
    expect(await statusOf('VENDEDOR', NOTICES_CHANNEL)).toBe(200);
    expect(await statusOf('VENDEDOR', stockChannel(fixture.branchIds[0]))).toBe(200);
  });

  it('reveals no more than the name of a person on a presence channel', async () => {
    const { body } = await authorize('OPERADOR', ticketChannel(ticket));
    expect(JSON.parse(body.channel_data)).toEqual({
      user_id: String(fixture.people.OPERADOR),
      user_info: { nome: 'Pessoa operador' },
    });
  });

  it('rejects a cookie without the App header, like every command', async () => {
    const cookie = `balcao_sessao=${fixture.tokens.OPERADOR}`;
    const payload = 'socket_id=1.2&channel_name=private-avisos';
    const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const options = { method: 'POST', url: '/broadcasting/auth', payload } as const;
    expect((await fixture.server.app.inject({ ...options, headers: form })).statusCode).toBe(403);
    const named = { ...form, app: 'balcao' };
    expect((await fixture.server.app.inject({ ...options, headers: named })).statusCode).toBe(200);
  });
});

describe('pusher-js', () => {
  it('receives events of a ticket from another process, a consumer without internal ones', async () => {
    const staff = await subscribed(fixture.client('OPERADOR', { process: 1 }), ticketChannel(consumers));
    const branch = await subscribed(
      fixture.client('SUPERVISOR'),
      branchListChannel('tickets', fixture.branchIds[0]),
    );
    const consumer = await subscribed(fixture.client('CONSUMIDOR_FINAL'), publicTicketChannel(consumers));
    const heardByConsumer = collect(consumer, TICKET_CHANGED);
    const inList = collect(branch, TICKET_CHANGED);
    const internal = next(staff, TICKET_CHANGED);
    await fixture.write(consumers, { event: { type: 'MENSAGEM', note: 'segredo', internal: true } });
    expect(await internal).toEqual({
      id: consumers,
      versao: 1,
      tipo: 'MENSAGEM',
      status: 'ABERTO',
      por: { id: fixture.people.OPERADOR, nome: 'Pessoa operador' },
      idEvento: expect.any(Number),
    });
    const open = next(consumer, TICKET_CHANGED);
    await fixture.write(consumers, { event: { type: 'MENSAGEM', note: 'para todos' } });
    // The list also hears of other tickets, such as that of the test before.
    const ofThis = () => inList.filter(({ id }) => id === consumers);
    await until(() => ofThis().length === 2);
    expect(ofThis().map(({ versao }) => versao)).toEqual([1, 2]);
    await open;
    expect(heardByConsumer).toEqual([
      {
        id: consumers,
        versao: 2,
        tipo: 'MENSAGEM',
        status: 'ABERTO',
        por: null,
        idEvento: expect.any(Number),
      },
    ]);
  });

  it('receives nothing that was rolled back', async () => {
    const channel = await subscribed(fixture.client('OPERADOR'), ticketChannel(ticket));
    const heard = collect<{ versao: number }>(channel, TICKET_CHANGED);
    await expect(
      fixture.server.deps.db.transaction(async (tx) => {
        await publishNotices(tx, new Date());
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    const reported = next(channel, TICKET_CHANGED);
    await fixture.write(ticket);
    await reported;
    expect(heard).toHaveLength(1);
  });

  it('receives events of notices', async () => {
    const channel = await subscribed(fixture.client('CONSUMIDOR_FINAL', { process: 1 }), NOTICES_CHANNEL);
    const reported = next(channel, NOTICES_CHANGED);
    await publishNotices(fixture.server.deps.db, new Date());
    await reported;
  });

  it('sees who else is on a ticket, once for several windows, and who leaves', async () => {
    const first = fixture.client('OPERADOR');
    const channel = await subscribed(first, ticketChannel(ticket));
    expect(channel.members.me).toEqual({
      id: String(fixture.people.OPERADOR),
      info: { nome: 'Pessoa operador' },
    });
    const came = next<{ id: string; info: { nome: string } }>(channel, 'pusher:member_added');
    const arrivals = collect(channel, 'pusher:member_added');
    const window1 = fixture.client('SUPERVISOR', { process: 1 });
    const window2 = fixture.client('SUPERVISOR', { process: 0 });
    const seen = await subscribed(window1, ticketChannel(ticket));
    expect(seen.members.count).toBe(2);
    await subscribed(window2, ticketChannel(ticket));
    expect(await came).toEqual({
      id: String(fixture.people.SUPERVISOR),
      info: { nome: 'Pessoa supervisor' },
    });
    const went = next<{ id: string }>(channel, 'pusher:member_removed');
    window2.disconnect();
    // The person is still present in the first window: only the end of that is announced.
    window1.unsubscribe(ticketChannel(ticket));
    expect(await went).toMatchObject({ id: String(fixture.people.SUPERVISOR) });
    expect(arrivals).toHaveLength(1);
    expect(channel.members.count).toBe(1);
  });

  it('drops the people of a process that ended without notice', async () => {
    const { db } = fixture.server.deps;
    const channel = await subscribed(fixture.client('OPERADOR'), ticketChannel(ticket));
    const crashed = { channel: ticketChannel(ticket), socketId: '9.9', node: 'gone' };
    await db.insert(realtimeMembers).values({ ...crashed, personId: fixture.people.GERENTE });
    const latest = await subscribed(fixture.client('SUPERVISOR'), ticketChannel(ticket));
    expect(latest.members.get(String(fixture.people.GERENTE))).not.toBeNull();
    const seenAt = new Date(Date.now() - 120_000);
    await db.update(realtimeMembers).set({ seenAt }).where(eq(realtimeMembers.node, 'gone'));
    const went = next<{ id: string }>(channel, 'pusher:member_removed');
    await sweepMembers(db);
    expect(await went).toMatchObject({ id: String(fixture.people.GERENTE) });
  });

  it('shows who is typing to the others on the ticket, and to nobody elsewhere', async () => {
    const mine = await subscribed(fixture.client('OPERADOR'), ticketChannel(ticket));
    const others = await subscribed(fixture.client('SUPERVISOR', { process: 1 }), ticketChannel(ticket));
    const own = collect(mine, 'client-digitando');
    const heard = new Promise((resolve) => {
      others.bind('client-digitando', (data: unknown, from: { user_id: string }) => resolve([data, from]));
    });
    mine.trigger('client-digitando', { parou: false });
    expect(await heard).toEqual([{ parou: false }, { user_id: String(fixture.people.OPERADOR) }]);
    expect(own).toEqual([]);
  });

  it('gets an error when it sends too much, or where it is not allowed', async () => {
    const client = fixture.client('OPERADOR');
    const errors: number[] = [];
    client.connection.bind('error', (error: Failure) => errors.push(codeOf(error)));
    const channel = await subscribed(client, ticketChannel(ticket));
    const personal = await subscribed(client, personChannel(fixture.people.OPERADOR));
    personal.trigger('client-digitando', {});
    channel.trigger('client-digitando', { texto: 'x'.repeat(2000) });
    for (let count = 0; count < 12; count++) channel.trigger('client-digitando', {});
    await until(() => errors.length >= 3);
    expect(new Set(errors)).toEqual(new Set([4301]));
  });
});

describe('notification of one person', () => {
  it('reaches the assignee of a ticket, also a new one, and its consumers, never the author', async () => {
    const { OPERADOR, SUPERVISOR, CONSUMIDOR_FINAL } = fixture.people;
    const reported = async (write: () => Promise<void>) => {
      const { db } = fixture.server.deps;
      await db.delete(realtimeEvents);
      await write();
      const rows = await db.select().from(realtimeEvents).where(eq(realtimeEvents.event, TICKET_FOR_YOU));
      return rows.map(({ channels, data }) => [channels, data.motivo, data.por]);
    };
    const supervisor = { id: SUPERVISOR, nome: 'Pessoa supervisor' };
    const given = { event: { type: 'ATRIBUICAO' as const }, set: { operatorId: OPERADOR } };
    expect(await reported(() => fixture.write(consumers, given, 'SUPERVISOR'))).toEqual([
      [[personChannel(OPERADOR)], 'ATRIBUIDO', supervisor],
    ]);
    expect(await reported(() => fixture.write(consumers, {}, 'SUPERVISOR'))).toEqual([
      [[personChannel(OPERADOR)], 'MENSAGEM', supervisor],
      [[personChannel(CONSUMIDOR_FINAL)], 'MENSAGEM', null],
    ]);
    expect(await reported(() => fixture.write(consumers, {}, 'CONSUMIDOR_FINAL'))).toMatchObject([
      [[personChannel(OPERADOR)], 'MENSAGEM', { id: CONSUMIDOR_FINAL }],
    ]);
    // Another person of the same customer did not ask and gets no answer.
    const { db } = fixture.server.deps;
    const [author] = await db.select().from(people).where(eq(people.id, CONSUMIDOR_FINAL));
    if (!author) throw new Error('no consumer');
    const { id: _, ...same } = author;
    const [other] = await db
      .insert(people)
      .values({ ...same, cpf: '52998224725', email: 'casa@exemplo.com.br' })
      .returning();
    expect(await reported(() => fixture.write(consumers, {}, 'CONSUMIDOR_FINAL'))).toMatchObject([
      [[personChannel(OPERADOR)], 'MENSAGEM', { id: CONSUMIDOR_FINAL }],
    ]);
    await db.delete(people).where(eq(people.id, other?.id ?? 0));
    const internal = { event: { type: 'MENSAGEM' as const, note: 'segredo', internal: true } };
    expect(await reported(() => fixture.write(consumers, internal, 'OPERADOR'))).toEqual([]);
  });
});
