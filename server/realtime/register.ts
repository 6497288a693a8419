import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { realtimeRoutes } from '../../contract/config/realtime.ts';
import type { Input, Output } from '../../contract/route.ts';
import type { Context, Deps } from '../context.ts';
import { notFound, Refusal } from '../errors.ts';
import { implement } from '../implement.ts';
import { allowedChannels, isPresenceChannel } from './channelAccess.ts';
import { channelSigner } from './channelSigner.ts';
import { CODES, frameText, MAX_MESSAGE, refusedProtocol, type Socket } from './hub.ts';
import { missed } from './missed.ts';
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
