import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  branchListChannel,
  listChannel,
  NOTICES_CHANGED,
  NOTICES_CHANNEL,
  personChannel,
  publicTicketChannel,
  TICKET_CHANGED,
  ticketChannel,
} from '../../../contract/realtime.ts';
import { realtimeMembers, roles } from '../../../server/db/tables/index.ts';
import { sweepMembers } from '../../../server/realtime/members.ts';
import { publishNotices } from '../../../server/realtime/publishNotices.ts';
import { collect, type LiveWorld, liveWorld, next, subscribed, type Who } from './liveWorld.ts';

let world: LiveWorld;
let ticket: number;
let foreign: number;
let consumers: number;
beforeAll(async () => {
  world = await liveWorld();
  const { addTicket, branchIds, customerIds } = world;
  ticket = await addTicket({ representativeId: world.representativeId });
  foreign = await addTicket({ branchId: branchIds[1], customerId: customerIds.second });
  consumers = await addTicket({ customerId: customerIds.consumer });
});
afterAll(() => world?.close());

const authorize = (who: Who | undefined, channel_name: string, headers: Record<string, string> = {}) =>
  world.server.call('POST', '/broadcasting/auth', {
    ...(who && { token: world.tokens[who] }),
    body: { socket_id: '1.2', channel_name },
    headers,
  });

describe('who may listen', () => {
  const statusOf = async (who: Who, channel: string) => (await authorize(who, channel)).status;

  it('is nobody without a session', async () => {
    expect((await authorize(undefined, NOTICES_CHANNEL)).status).toBe(401);
  });

  it('is answered like an unknown ticket to the wrong person', async () => {
    const refused: [Who, string][] = [
      ['CONSUMIDOR_FINAL', ticketChannel(consumers)],
      ['CONSUMIDOR_FINAL', ticketChannel(ticket)],
      ['CONSUMIDOR_FINAL', publicTicketChannel(ticket)],
      ['CONSUMIDOR_FINAL', listChannel('tickets')],
      ['CONSUMIDOR_FINAL', branchListChannel('tickets', world.branchIds[0])],
      ['OPERADOR', ticketChannel(foreign)],
      ['OPERADOR', publicTicketChannel(foreign)],
      ['OPERADOR', branchListChannel('tickets', world.branchIds[1])],
      ['OPERADOR', listChannel('tickets')],
      ['OTHER_OPERATOR', ticketChannel(ticket)],
      ['REPRESENTANTE', ticketChannel(foreign)],
      ['REPRESENTANTE', branchListChannel('tickets', world.branchIds[0])],
      ['REPRESENTANTE', listChannel('tickets')],
      ['CONSUMIDOR_FINAL', listChannel('negociacoes')],
      ['CONSUMIDOR_FINAL', branchListChannel('negociacoes', world.branchIds[0])],
      ['OPERADOR', branchListChannel('negociacoes', world.branchIds[1])],
      ['OPERADOR', listChannel('negociacoes')],
      ['REPRESENTANTE', branchListChannel('negociacoes', world.branchIds[0])],
      ['SUPERVISOR', personChannel(world.people.OPERADOR)],
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

  it('is the right person', async () => {
    expect(await statusOf('CONSUMIDOR_FINAL', publicTicketChannel(consumers))).toBe(200);
    expect(await statusOf('CONSUMIDOR_FINAL', personChannel(world.people.CONSUMIDOR_FINAL))).toBe(200);
    expect(await statusOf('OPERADOR', ticketChannel(ticket))).toBe(200);
    expect(await statusOf('OPERADOR', branchListChannel('tickets', world.branchIds[0]))).toBe(200);
    expect(await statusOf('REPRESENTANTE', ticketChannel(ticket))).toBe(200);
    expect(await statusOf('SUPERVISOR', listChannel('tickets'))).toBe(200);
    expect(await statusOf('SUPERVISOR', listChannel('negociacoes'))).toBe(200);
    expect(await statusOf('OPERADOR', branchListChannel('negociacoes', world.branchIds[0]))).toBe(200);
    expect(await statusOf('SUPERVISOR', branchListChannel('tickets', world.branchIds[1]))).toBe(200);
    expect(await statusOf('VENDEDOR', NOTICES_CHANNEL)).toBe(200);
  });

  it('tells of a person on a presence channel no more than the name', async () => {
    const { body } = await authorize('OPERADOR', ticketChannel(ticket));
    expect(JSON.parse(body.channel_data)).toEqual({
      user_id: String(world.people.OPERADOR),
      user_info: { nome: 'Pessoa operador' },
    });
  });

  it('refuses a cookie without the App header, as every command does', async () => {
    const cookie = `balcao_sessao=${world.tokens.OPERADOR}`;
    const payload = 'socket_id=1.2&channel_name=private-avisos';
    const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const options = { method: 'POST', url: '/broadcasting/auth', payload } as const;
    expect((await world.server.app.inject({ ...options, headers: form })).statusCode).toBe(403);
    const named = { ...form, app: 'balcao' };
    expect((await world.server.app.inject({ ...options, headers: named })).statusCode).toBe(200);
  });
});

describe('pusher-js', () => {
  it('hears of a ticket from the other process, the consumer without anything internal', async () => {
    const staff = await subscribed(world.client('OPERADOR', { process: 1 }), ticketChannel(consumers));
    const branch = await subscribed(
      world.client('SUPERVISOR'),
      branchListChannel('tickets', world.branchIds[0]),
    );
    const consumer = await subscribed(world.client('CONSUMIDOR_FINAL'), publicTicketChannel(consumers));
    const heardByConsumer = collect(consumer, TICKET_CHANGED);
    const inList = collect(branch, TICKET_CHANGED);
    const internal = next(staff, TICKET_CHANGED);
    await world.write(consumers, { event: { type: 'MENSAGEM', note: 'segredo', internal: true } });
    expect(await internal).toEqual({
      id: consumers,
      versao: 2,
      tipo: 'MENSAGEM',
      status: 'ABERTO',
      por: { id: world.people.OPERADOR, nome: 'Pessoa operador' },
      idEvento: expect.any(Number),
    });
    const open = next(consumer, TICKET_CHANGED);
    await world.write(consumers, { event: { type: 'MENSAGEM', note: 'para todos' } });
    await until(() => inList.length === 2);
    expect(inList.at(-1)).toMatchObject({ id: consumers, versao: 3 });
    await open;
    expect(heardByConsumer).toEqual([
      {
        id: consumers,
        versao: 3,
        tipo: 'MENSAGEM',
        status: 'ABERTO',
        por: null,
        idEvento: expect.any(Number),
      },
    ]);
  });

  it('hears nothing of what was rolled back', async () => {
    const channel = await subscribed(world.client('OPERADOR'), ticketChannel(ticket));
    const heard = collect<{ versao: number }>(channel, TICKET_CHANGED);
    await expect(
      world.server.deps.db.transaction(async (tx) => {
        await publishNotices(tx, new Date());
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    const told = next(channel, TICKET_CHANGED);
    await world.write(ticket);
    await told;
    expect(heard).toHaveLength(1);
  });

  it('hears of notices', async () => {
    const channel = await subscribed(world.client('CONSUMIDOR_FINAL', { process: 1 }), NOTICES_CHANNEL);
    const told = next(channel, NOTICES_CHANGED);
    await publishNotices(world.server.deps.db, new Date());
    await told;
  });

  it('sees who else is on a ticket, once however many windows, and who goes', async () => {
    const first = world.client('OPERADOR');
    const channel = await subscribed(first, ticketChannel(ticket));
    expect(channel.members.me).toEqual({
      id: String(world.people.OPERADOR),
      info: { nome: 'Pessoa operador' },
    });
    const came = next<{ id: string; info: { nome: string } }>(channel, 'pusher:member_added');
    const arrivals = collect(channel, 'pusher:member_added');
    const window1 = world.client('SUPERVISOR', { process: 1 });
    const window2 = world.client('SUPERVISOR', { process: 0 });
    const seen = await subscribed(window1, ticketChannel(ticket));
    expect(seen.members.count).toBe(2);
    await subscribed(window2, ticketChannel(ticket));
    expect(await came).toEqual({ id: String(world.people.SUPERVISOR), info: { nome: 'Pessoa supervisor' } });
    const went = next<{ id: string }>(channel, 'pusher:member_removed');
    window2.disconnect();
    // Still there by the first window: only its end is told.
    window1.unsubscribe(ticketChannel(ticket));
    expect(await went).toMatchObject({ id: String(world.people.SUPERVISOR) });
    expect(arrivals).toHaveLength(1);
    expect(channel.members.count).toBe(1);
  });

  it('forgets who was in a process that ended without a word', async () => {
    const { db } = world.server.deps;
    const channel = await subscribed(world.client('OPERADOR'), ticketChannel(ticket));
    const crashed = { channel: ticketChannel(ticket), socketId: '9.9', node: 'gone' };
    await db.insert(realtimeMembers).values({ ...crashed, personId: world.people.GERENTE });
    const latest = await subscribed(world.client('SUPERVISOR'), ticketChannel(ticket));
    expect(latest.members.get(String(world.people.GERENTE))).not.toBeNull();
    const seenAt = new Date(Date.now() - 120_000);
    await db.update(realtimeMembers).set({ seenAt }).where(eq(realtimeMembers.node, 'gone'));
    const went = next<{ id: string }>(channel, 'pusher:member_removed');
    await sweepMembers(db);
    expect(await went).toMatchObject({ id: String(world.people.GERENTE) });
  });

  it('tells the others on the ticket who is typing, and nobody elsewhere', async () => {
    const mine = await subscribed(world.client('OPERADOR'), ticketChannel(ticket));
    const others = await subscribed(world.client('SUPERVISOR', { process: 1 }), ticketChannel(ticket));
    const own = collect(mine, 'client-digitando');
    const heard = new Promise((resolve) => {
      others.bind('client-digitando', (data: unknown, from: { user_id: string }) => resolve([data, from]));
    });
    mine.trigger('client-digitando', { parou: false });
    expect(await heard).toEqual([{ parou: false }, { user_id: String(world.people.OPERADOR) }]);
    expect(own).toEqual([]);
  });

  it('is told when it says too much, or where it may not', async () => {
    const client = world.client('OPERADOR');
    const errors: number[] = [];
    client.connection.bind('error', (error: Failure) => errors.push(codeOf(error)));
    const channel = await subscribed(client, ticketChannel(ticket));
    const personal = await subscribed(client, personChannel(world.people.OPERADOR));
    personal.trigger('client-digitando', {});
    channel.trigger('client-digitando', { texto: 'x'.repeat(2000) });
    for (let count = 0; count < 12; count++) channel.trigger('client-digitando', {});
    await until(() => errors.length >= 3);
    expect(new Set(errors)).toEqual(new Set([4301]));
  });
});

describe('a connection', () => {
  it('without the key, from another page, or of another protocol is refused', async () => {
    expect(await refusalOf(`/app/${'0'.repeat(20)}?protocol=7`)).toBe(4001);
    expect(await refusalOf(`/app/${world.key}?protocol=3`)).toBe(4007);
    expect(await refusalOf(`/app/${world.key}`)).toBe(4008);
    const elsewhere = connected(`/app/${world.key}?protocol=7`, { origin: 'http://outro.example' });
    await expect(elsewhere).rejects.toThrow('403');
    const { status } = await world.server.call('GET', `/app/${world.key}`);
    expect(status).toBe(404);
  });

  it('cannot use a signature of another one, an old one, or none', async () => {
    const stolen = (await authorize('SUPERVISOR', listChannel('tickets'))).body.auth;
    const socket = await rawSocket();
    const refused = async (auth?: string) => {
      socket.say('pusher:subscribe', { channel: listChannel('tickets'), ...(auth && { auth }) });
      return (await socket.heard()).event;
    };
    expect(await refused(stolen)).toBe('pusher:subscription_error');
    expect(await refused()).toBe('pusher:subscription_error');
    expect(await refused('x:y')).toBe('pusher:subscription_error');
    socket.close();
  });

  it('ends when it sends more than 10 KB', async () => {
    const socket = await rawSocket();
    socket.say('pusher:ping', { texto: 'x'.repeat(11_000) });
    expect(await socket.ended()).toBe(1009);
  });

  it('is told by the activity timeout of ten minutes, and answered its pings', async () => {
    const socket = await rawSocket();
    expect(socket.established.activity_timeout).toBe(600);
    socket.say('pusher:ping', {});
    expect((await socket.heard()).event).toBe('pusher:pong');
    socket.close();
  });

  it('ends with its session, for good', async () => {
    const token = await world.server.sessionOf(world.people.OPERADOR);
    const client = world.client('OPERADOR', { token });
    await subscribed(client, ticketChannel(ticket));
    const ended = next<Failure>(client.connection, 'error');
    await world.server.call('POST', '/config/sair', { token });
    expect(codeOf(await ended)).toBe(4009);
    await until(() => client.connection.state === 'disconnected');
    expect(client.connection.state).toBe('disconnected');
  });

  it('comes back without the channels that its person may not hear any more', async () => {
    const { db } = world.server.deps;
    const client = world.client('VENDEDOR');
    await subscribed(client, NOTICES_CHANNEL);
    const channel = await subscribed(client, ticketChannel(ticket));
    const refused = next<{ status: number }>(channel, 'pusher:subscription_error');
    const [role] = await db.select().from(roles).where(eq(roles.key, 'VENDEDOR'));
    const grants = (role?.grants ?? []).map((grant) =>
      grant.nome === 'SAC_TICKETS' ? { ...grant, autorizado: false } : grant,
    );
    await db.update(roles).set({ grants }).where(eq(roles.key, 'VENDEDOR'));
    // As each process does every minute.
    await db.execute(
      `select pg_notify('balcao_tempo_real', '{"kind":"sessions","personId":${world.people.VENDEDOR}}')`,
    );
    expect((await refused).status).toBe(404);
    await until(() => client.channel(NOTICES_CHANNEL).subscribed);
    await db.update(roles).set({ grants: role?.grants }).where(eq(roles.key, 'VENDEDOR'));
  });
});

describe('what was missed', () => {
  const missed = async (who: Who, desde: number | null, ...canais: string[]) => {
    const query = [
      ...(desde === null ? [] : [`desde=${desde}`]),
      ...canais.map((name) => `canais[]=${name}`),
    ];
    const token = world.tokens[who];
    return (await world.server.call('GET', `/config/tempo-real?${query.join('&')}`, { token })).body;
  };

  it('is answered after the cursor, by channel, to whom it concerns', async () => {
    const { cursor } = await missed('OPERADOR', null);
    // Far enough that the overlap holds nothing else.
    world.server.advance(60_000);
    await publishNotices(world.server.deps.db, world.server.deps.now());
    const start = (await missed('OPERADOR', null)).cursor;
    world.server.advance(60_000);
    await world.write(consumers, { event: { type: 'MENSAGEM', internal: true } });
    await world.write(consumers);
    const ofStaff = await missed('OPERADOR', start, ticketChannel(consumers), ticketChannel(foreign));
    expect(ofStaff).toMatchObject({ perdido: false, recusados: [ticketChannel(foreign)] });
    expect(ofStaff.itens.map(({ canais, evento }: Missed) => [canais, evento])).toEqual([
      [[ticketChannel(consumers)], TICKET_CHANGED],
      [[ticketChannel(consumers)], TICKET_CHANGED],
    ]);
    const asked = [publicTicketChannel(consumers), ticketChannel(consumers)];
    const ofConsumer = await missed('CONSUMIDOR_FINAL', start, ...asked);
    expect(ofConsumer.recusados).toEqual([ticketChannel(consumers)]);
    expect(ofConsumer.itens).toHaveLength(1);
    expect(JSON.stringify(ofConsumer)).not.toContain('Pessoa');
    expect((await missed('OPERADOR', ofStaff.cursor, NOTICES_CHANNEL)).itens).toEqual([]);
    const notices: Missed[] = (await missed('OPERADOR', cursor, NOTICES_CHANNEL)).itens;
    expect(notices.map(({ id }) => id)).toContain(start);
  });

  it('holds what was committed late, beside a later event that is known', async () => {
    const { deps } = world.server;
    const { db } = deps;
    let cursor = 0;
    await db.transaction(async (tx) => {
      await publishNotices(tx, deps.now());
      await world.write(ticket);
      cursor = (await missed('OPERADOR', null)).cursor;
    });
    const { itens } = await missed('OPERADOR', cursor, NOTICES_CHANNEL);
    expect(itens.filter(({ id }: Missed) => id < cursor)).not.toEqual([]);
  });

  it('says when the cursor is older than what is kept', async () => {
    expect(await missed('OPERADOR', 999_999_999, NOTICES_CHANNEL)).toMatchObject({
      perdido: true,
      itens: [],
    });
  });

  it('is heard by a process whose ear was cut off', async () => {
    const channel = await subscribed(world.client('OPERADOR'), ticketChannel(ticket));
    const heard = collect<{ versao: number }>(channel, TICKET_CHANGED);
    await world.server.deps.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'balcao tempo real' and datname = current_database()`,
    );
    await world.write(ticket);
    await world.write(ticket);
    await until(() => heard.length >= 2);
    const versions = heard.map(({ versao }) => versao);
    expect(new Set(versions).size).toBe(versions.length);
  });
});

it('leaves nobody behind when a process ends politely', async () => {
  const { db } = world.server.deps;
  const channel = await subscribed(world.client('OPERADOR'), ticketChannel(ticket));
  await subscribed(world.client('GERENTE', { process: 1 }), ticketChannel(ticket));
  const went = next<{ id: string }>(channel, 'pusher:member_removed');
  await world.stopSecond();
  await went;
  const rows = await db.select().from(realtimeMembers);
  expect(rows.map(({ personId }) => personId)).not.toContain(world.people.GERENTE);
});

interface Missed {
  id: number;
  canais: string[];
  evento: string;
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 15_000;
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}

interface Failure {
  error?: Failure;
  data?: { code: number };
}

/** pusher-js wraps what a closing connection says, and not what is said on an open one. */
const codeOf = (failure: Failure): number => (failure.error ?? failure).data?.code ?? 0;

interface Heard {
  event: string;
  data: string;
}

/** A connection without pusher-js: what it hears, and the code that it is closed with. */
async function connected(path: string, headers: Record<string, string> = {}) {
  const frames: Heard[] = [];
  let ended = 0;
  const socket = await world.server.app.injectWS(
    path,
    { headers: { host: 'localhost', ...headers } } as never,
    {
      onInit(opening) {
        opening.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())));
        opening.on('close', (code: number) => {
          ended = code;
        });
      },
    },
  );
  return {
    heard: async () => {
      await until(() => frames.length > 0);
      return frames.shift() as Heard;
    },
    ended: async () => {
      await until(() => ended > 0);
      return ended;
    },
    say: (event: string, data: object) => socket.send(JSON.stringify({ event, data })),
    close: () => socket.terminate(),
  };
}

async function refusalOf(path: string): Promise<number> {
  const connection = await connected(path);
  expect((await connection.heard()).event).toBe('pusher:error');
  return connection.ended();
}

async function rawSocket() {
  const socket = await connected(`/app/${world.key}?protocol=7`);
  return { ...socket, established: JSON.parse((await socket.heard()).data) };
}
