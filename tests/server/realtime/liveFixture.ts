import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type Pusher from 'pusher-js';
import type { Options, PresenceChannel } from 'pusher-js';
import type { PersonType } from '#contract/permissions.ts';
import { buildApp } from '#server/app.ts';
import type { Context } from '#server/context.ts';
import { sessions } from '#server/db/tables/index.ts';
import { channelSigner } from '#server/realtime/channelAccess.ts';
import { changeTicket, type TicketChange } from '#server/sac/tickets/change/changeTicket.ts';
import { lockTicket } from '#server/sac/tickets/change/lockTicket.ts';
import { usersOfSessions } from '#server/session/currentUser.ts';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

/** The published client, in its build for Node. */
const PusherClient = createRequire(import.meta.url)('pusher-js') as typeof Pusher;

export type Who = PersonType | 'OTHER_OPERATOR';

/** Two listening processes on one database. */
export interface LiveFixture extends TicketFixture {
  ports: [number, number];
  /** Shuts down the second process gracefully. */
  stopSecond: () => Promise<void>;
  key: string;
  /** A pusher-js connection with a person's session; `null` has none. */
  client: (who: Who | null, options?: { process?: 0 | 1; token?: string }) => Pusher;
  write: (ticketId: number, change?: Partial<TicketChange>, who?: PersonType) => Promise<void>;
  close: () => Promise<void>;
}

export async function liveFixture(): Promise<LiveFixture> {
  const fixture = await ticketFixture();
  const { app, deps } = fixture.server;
  const second = await buildApp(deps);
  const ports: [number, number] = [await listen(app), await listen(second)];
  const { key } = await channelSigner(deps.db);
  const clients: Pusher[] = [];
  return {
    ...fixture,
    ports,
    key,
    stopSecond: () => second.close().then(() => {}),
    client(who, { process = 0, token = who ? fixture.tokens[who] : undefined } = {}) {
      const client = new PusherClient(key, optionsFor(ports[process], token));
      clients.push(client);
      return client;
    },
    async write(ticketId, change, who = 'OPERADOR') {
      const ctx = await contextOf(fixture, who);
      await deps.db.transaction(async (tx) => {
        const ticket = await lockTicket(tx, ctx.user, ticketId);
        await changeTicket(tx, ctx, ticket, {
          event: { type: 'MENSAGEM', note: 'texto que ninguém de fora lê' },
          audit: { action: 'TESTAR' },
          ...change,
        });
      });
    },
    async close() {
      for (const client of clients) client.disconnect();
      await second.close();
      await fixture.server.close();
    },
  };
}

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Options of a foreign console: a form sent to the endpoint, with a bearer token. */
const optionsFor = (port: number, token: string | undefined): Options => ({
  cluster: '',
  wsHost: '127.0.0.1',
  wsPort: port,
  forceTLS: false,
  enabledTransports: ['ws'],
  disableStats: true,
  channelAuthorization: {
    transport: 'ajax',
    endpoint: `http://127.0.0.1:${port}/broadcasting/auth`,
    headers: { App: 'teste', ...(token && { Authorization: `Bearer ${token}` }) },
  },
});

async function contextOf({ server, tokens }: TicketFixture, who: PersonType): Promise<Context> {
  const { hashToken } = await import('#server/session/secrets.ts');
  const [session] = await server.deps.db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(tokens[who])));
  const [user] = await usersOfSessions(server.deps, [session?.id ?? '']);
  if (!user) throw new Error(`no session of ${who}`);
  return { ...server.deps, user, requestId: 'teste', ip: '127.0.0.1' } as Context;
}

/** Resolves with the channel once the server has confirmed the subscription; throws if it is refused. */
export const subscribed = (client: Pusher, name: string) =>
  new Promise<PresenceChannel>((resolve, reject) => {
    const channel = client.subscribe(name) as PresenceChannel;
    channel.bind('pusher:subscription_succeeded', () => resolve(channel));
    channel.bind('pusher:subscription_error', (refusal: { status: number }) => reject(refusal));
  });

interface Bindable {
  bind: (event: string, heard: (data: never) => void) => unknown;
}

/** The next event with that name. */
export const next = <T = Record<string, unknown>>(channel: Bindable, event: string) =>
  new Promise<T>((resolve) => channel.bind(event, resolve));

/** All events with that name from now on. */
export function collect<T = Record<string, unknown>>(channel: Bindable, event: string): T[] {
  const heard: T[] = [];
  channel.bind(event, (data: T) => heard.push(data));
  return heard;
}
