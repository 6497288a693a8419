import fastifyWebsocket from '@fastify/websocket';
import { and, arrayOverlaps, asc, eq, gt, gte, lt, max, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { realtimeRoutes } from '#contract/realtime.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context, Deps } from '../context.ts';
import { sweepRows } from '../db/manyRows.ts';
import { realtimeEvents } from '../db/tables/index.ts';
import { notFound, Refusal } from '../errors.ts';
import { implement } from '../implement.ts';
import { allowedChannels, channelSigner, isPresenceChannel } from './channelAccess.ts';
import { CODES, frameText, MAX_MESSAGE, refusedProtocol, type Socket } from './hub.ts';
import { createNode, type RealtimeNode } from './node.ts';

/** Registers the Pusher protocol at /app/{key}, the authorization of its channels, and the call for missed events. */
export async function registerRealtime(app: FastifyInstance, deps: Deps): Promise<RealtimeNode> {
  await app.register(fastifyWebsocket, { options: { maxPayload: MAX_MESSAGE, clientTracking: true } });
  const node = createNode(deps, app.log);
  app.addHook('onClose', () => node.stop());
  app.get<{ Params: { key: string }; Querystring: { protocol?: string } }>(
    '/app/:key',
    { websocket: true, preValidation: async (request) => ownOrigin(request, deps) },
    async (socket: Socket, { params, query, ip }) => {
      const { key } = await channelSigner(deps.db);
      const code = params.key === key ? refusedProtocol(query.protocol) : CODES.unknownApp;
      if (code === null) return node.accept(socket, ip);
      const message = code === CODES.unknownApp ? 'Chave desconhecida' : 'Versão do protocolo não atendida';
      socket.send(frameText({ event: 'pusher:error', data: { code, message } }));
      socket.close(code, message);
    },
  );
  await app.register(async (scope) => {
    // pusher-js sends a form; other calls accept one only if their route says so (plugins/bodyParsers.ts).
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    realtimeImplementation.mount(scope, deps);
  });
  return node;
}

/**
 * Refuses connections from foreign pages, which could otherwise use the person's cookie or network address. Programs send no
 * origin.
 */
function ownOrigin({ headers, host }: FastifyRequest, { settings }: Deps) {
  const { origin } = headers;
  if (!origin) return;
  const from = URL.canParse(origin) ? new URL(origin).host : '';
  if (from === host || from === new URL(settings.publicUrl).host) return;
  throw new Refusal(403, 'ORIGEM_RECUSADA', 'Conexão de outra página recusada.');
}

type Authorize = typeof realtimeRoutes.authorize;

const realtimeImplementation = implement(realtimeRoutes, { authorize, missed });

/** Signs that this person may listen on this connection. A channel out of scope gets the same answer as an unknown one. */
async function authorize({ body }: Input<Authorize>, ctx: Context): Promise<Output<Authorize>> {
  const { socket_id: socketId, channel_name: channel } = body;
  const allowed = await allowedChannels(ctx.db, ctx.user, [channel]);
  if (!allowed.has(channel)) throw notFound();
  const { sign } = await channelSigner(ctx.db);
  const { id, name, sessionId } = ctx.user;
  const channelData = isPresenceChannel(channel)
    ? JSON.stringify({ user_id: String(id), user_info: { nome: name } })
    : undefined;
  return {
    auth: sign({ socketId, channel, sessionId, channelData }),
    ...(channelData && { channel_data: channelData }),
  };
}

type Missed = typeof realtimeRoutes.missed;

/** For more events than this, reloading what is on the screen is faster. */
const MAX_EVENTS = 500;
/** The longest that a transaction may take: its events are committed after later ones that the client already has. */
const OVERLAP_MS = 30_000;
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** The events on the person's channels after the cursor. */
export async function missed({ query }: Input<Missed>, ctx: Context): Promise<Output<Missed>> {
  const requested = [...new Set(query.canais ?? [])];
  const allowed = await allowedChannels(ctx.db, ctx.user, requested);
  // Read before the events: one written in between is returned again next time instead of being skipped.
  const cursor = await newest(ctx);
  const itens = await since(ctx, query, [...allowed]);
  return {
    cursor,
    perdido: itens === null,
    itens: itens ?? [],
    recusados: requested.filter((channel) => !allowed.has(channel)),
  };
}

async function newest({ db }: Context): Promise<number> {
  const [row] = await db.select({ id: max(realtimeEvents.id) }).from(realtimeEvents);
  return row?.id ?? 0;
}

/** Returns `null` if the cursor is older than the stored events, or if there are too many of them. */
async function since({ db, now }: Context, { desde, abertoHa }: Input<Missed>['query'], channels: string[]) {
  if (desde === undefined && abertoHa === undefined) return [];
  const condition =
    desde === undefined
      ? gte(realtimeEvents.createdAt, new Date(now().getTime() - (abertoHa ?? 0)))
      : await afterCursor(db, desde);
  if (!condition) return null;
  if (channels.length === 0) return [];
  const rows = await db
    .select()
    .from(realtimeEvents)
    .where(and(condition, arrayOverlaps(realtimeEvents.channels, channels)))
    .orderBy(asc(realtimeEvents.id))
    .limit(MAX_EVENTS + 1);
  if (rows.length > MAX_EVENTS) return null;
  return rows.map(({ id, channels: reached, event, data }) => ({
    id,
    canais: reached.filter((channel) => channels.includes(channel)),
    evento: event,
    dados: data,
  }));
}

async function afterCursor(db: Context['db'], cursor: number): Promise<SQL | undefined> {
  const [known] = await db
    .select({ at: realtimeEvents.createdAt })
    .from(realtimeEvents)
    .where(eq(realtimeEvents.id, cursor));
  // Zero is the cursor of an installation without any events yet.
  if (!known) return cursor > 0 ? undefined : gt(realtimeEvents.id, 0);
  const overlap = new Date(known.at.getTime() - OVERLAP_MS);
  return or(gt(realtimeEvents.id, cursor), gte(realtimeEvents.createdAt, overlap));
}

/** Removes events that no client resumes from any more. */
export const sweepRealtime = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> => {
  const before = new Date(now().getTime() - RETENTION_MS).toISOString();
  const old = lt(realtimeEvents.createdAt, sql`${before}::timestamptz`);
  return sweepRows(db, realtimeEvents, old, realtimeEvents.createdAt);
};
