import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';
import { channelSigner } from './channelSigner.ts';
import type { Socket } from './hub.ts';
import { createNode, type RealtimeNode } from './node.ts';
import { CODES, frameText, MAX_MESSAGE, refusedProtocol } from './protocol.ts';
import { realtimeImplementation } from './routes.ts';

/** The Pusher protocol at /app/{key}, the authorisation of its channels, and what was missed. */
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
    // pusher-js sends a form; nowhere else are forms taken.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    realtimeImplementation.mount(scope, deps);
  });
  return node;
}

/** A page of somebody else may not speak here with the person's cookie or address. Programs have no origin. */
function ownOrigin({ headers, host }: FastifyRequest, { settings }: Deps) {
  const { origin } = headers;
  if (!origin) return;
  const from = URL.canParse(origin) ? new URL(origin).host : '';
  if (from === host || from === new URL(settings.publicUrl).host) return;
  throw new Refusal(403, 'ORIGEM_RECUSADA', 'Conexão de outra página recusada.');
}
