import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  listChannel,
  NOTICES_CHANNEL,
  publicTicketChannel,
  TICKET_CHANGED,
  ticketChannel,
} from '#contract/realtime.ts';
import { realtimeMembers, roles } from '#server/db/tables/index.ts';
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
import { connected, rawSocket, refusalOf } from './rawSocket.ts';

openLiveTickets();

describe('realtime connection', () => {
  it('is refused without the key, from another page, or with another protocol', async () => {
    expect(await refusalOf(`/app/${'0'.repeat(20)}?protocol=7`)).toBe(4001);
    expect(await refusalOf(`/app/${fixture.key}?protocol=3`)).toBe(4007);
    expect(await refusalOf(`/app/${fixture.key}`)).toBe(4008);
    const elsewhere = connected(`/app/${fixture.key}?protocol=7`, { origin: 'http://outro.example' });
    await expect(elsewhere).rejects.toThrow('403');
    const { status } = await fixture.server.call('GET', `/app/${fixture.key}`);
    expect(status).toBe(404);
  });

  it('cannot use the signature of another connection, an old one, or none', async () => {
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

  it('is closed when it sends more than 10 KB', async () => {
    const socket = await rawSocket();
    socket.say('pusher:ping', { texto: 'x'.repeat(11_000) });
    expect(await socket.ended()).toBe(1009);
  });

  it('gets an activity timeout of ten minutes, and answers to its pings', async () => {
    const socket = await rawSocket();
    expect(socket.established.activity_timeout).toBe(600);
    socket.say('pusher:ping', {});
    expect((await socket.heard()).event).toBe('pusher:pong');
    socket.close();
  });

  it('ends with its session, and does not reconnect', async () => {
    const token = await fixture.server.sessionOf(fixture.people.OPERADOR);
    const client = fixture.client('OPERADOR', { token });
    await subscribed(client, ticketChannel(ticket));
    const ended = next<Failure>(client.connection, 'error');
    await fixture.server.call('POST', '/config/sair', { token });
    expect(codeOf(await ended)).toBe(4009);
    await until(() => client.connection.state === 'disconnected');
    expect(client.connection.state).toBe('disconnected');
  });

  it('reconnects without the channels that its person can no longer receive', async () => {
    const { db } = fixture.server.deps;
    const client = fixture.client('VENDEDOR');
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
      `select pg_notify('balcao_tempo_real', '{"kind":"sessions","personId":${fixture.people.VENDEDOR}}')`,
    );
    expect((await refused).status).toBe(404);
    await until(() => client.channel(NOTICES_CHANNEL).subscribed);
    await db.update(roles).set({ grants: role?.grants }).where(eq(roles.key, 'VENDEDOR'));
  });
});

describe('missed events', () => {
  const missed = async (who: Who, desde: number | null, ...canais: string[]) => {
    const query = [
      ...(desde === null ? [] : [`desde=${desde}`]),
      ...canais.map((name) => `canais[]=${name}`),
    ];
    const token = fixture.tokens[who];
    return (await fixture.server.call('GET', `/config/tempo-real?${query.join('&')}`, { token })).body;
  };

  it('are returned after the cursor, by channel, to the people concerned', async () => {
    const { cursor } = await missed('OPERADOR', null);
    // Far enough that the overlap contains nothing else.
    fixture.server.advance(60_000);
    await publishNotices(fixture.server.deps.db, fixture.server.deps.now());
    const start = (await missed('OPERADOR', null)).cursor;
    fixture.server.advance(60_000);
    await fixture.write(consumers, { event: { type: 'MENSAGEM', internal: true } });
    await fixture.write(consumers);
    const ofStaff = await missed('OPERADOR', start, ticketChannel(consumers), ticketChannel(foreign));
    expect(ofStaff).toMatchObject({ perdido: false, recusados: [ticketChannel(foreign)] });
    expect(ofStaff.itens.map(({ canais, evento }: Missed) => [canais, evento])).toEqual([
      [[ticketChannel(consumers)], TICKET_CHANGED],
      [[ticketChannel(consumers)], TICKET_CHANGED],
    ]);
    const requested = [publicTicketChannel(consumers), ticketChannel(consumers)];
    const ofConsumer = await missed('CONSUMIDOR_FINAL', start, ...requested);
    expect(ofConsumer.recusados).toEqual([ticketChannel(consumers)]);
    expect(ofConsumer.itens).toHaveLength(1);
    expect(JSON.stringify(ofConsumer)).not.toContain('Pessoa');
    expect((await missed('OPERADOR', ofStaff.cursor, NOTICES_CHANNEL)).itens).toEqual([]);
    const notices: Missed[] = (await missed('OPERADOR', cursor, NOTICES_CHANNEL)).itens;
    expect(notices.map(({ id }) => id)).toContain(start);
  });

  it('are returned to a page that connected late, from when it was opened', async () => {
    fixture.server.advance(60_000);
    await fixture.write(consumers);
    fixture.server.advance(30_000);
    await fixture.write(consumers, { event: { type: 'MENSAGEM', internal: true } });
    fixture.server.advance(4_000);
    const late = async (abertoHa: number) => {
      const query = `abertoHa=${abertoHa}&canais[]=${ticketChannel(consumers)}`;
      const token = fixture.tokens.OPERADOR;
      return (await fixture.server.call('GET', `/config/tempo-real?${query}`, { token })).body;
    };
    expect((await late(5_000)).itens).toHaveLength(1);
    expect((await late(3_000)).itens).toEqual([]);
    expect((await late(40_000)).itens).toHaveLength(2);
  });

  it('include what was committed late, beside a later event that is known', async () => {
    const { deps } = fixture.server;
    const { db } = deps;
    let cursor = 0;
    await db.transaction(async (tx) => {
      await publishNotices(tx, deps.now());
      await fixture.write(ticket);
      cursor = (await missed('OPERADOR', null)).cursor;
    });
    const { itens } = await missed('OPERADOR', cursor, NOTICES_CHANNEL);
    expect(itens.filter(({ id }: Missed) => id < cursor)).not.toEqual([]);
  });

  it('are reported as lost when the cursor is older than what is kept', async () => {
    expect(await missed('OPERADOR', 999_999_999, NOTICES_CHANNEL)).toMatchObject({
      perdido: true,
      itens: [],
    });
  });

  it('reach a process whose listening connection was cut', async () => {
    const channel = await subscribed(fixture.client('OPERADOR'), ticketChannel(ticket));
    const heard = collect<{ versao: number }>(channel, TICKET_CHANGED);
    await fixture.server.deps.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'balcao tempo real' and datname = current_database()`,
    );
    await fixture.write(ticket);
    await fixture.write(ticket);
    await until(() => heard.length >= 2);
    const versions = heard.map(({ versao }) => versao);
    expect(new Set(versions).size).toBe(versions.length);
  });
});

it('leaves nobody present when a process stops cleanly', async () => {
  const { db } = fixture.server.deps;
  const channel = await subscribed(fixture.client('OPERADOR'), ticketChannel(ticket));
  const came = next<{ id: string }>(channel, 'pusher:member_added');
  await subscribed(fixture.client('GERENTE', { process: 1 }), ticketChannel(ticket));
  // Who comes and goes before the other process has looked was never there for it, and nobody is told.
  expect((await came).id).toBe(String(fixture.people.GERENTE));
  const went = next<{ id: string }>(channel, 'pusher:member_removed');
  await fixture.stopSecond();
  await went;
  const rows = await db.select().from(realtimeMembers);
  expect(rows.map(({ personId }) => personId)).not.toContain(fixture.people.GERENTE);
});

interface Missed {
  id: number;
  canais: string[];
  evento: string;
}
