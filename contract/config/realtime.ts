import * as Type from '@sinclair/typebox';
import { defineRoutes, Strict, Text } from '../route.ts';

/** A channel name from contract/realtime.ts. An unknown name is refused in the same way as one that is out of scope. */
const Channel = Text('Canal', 100, { minLength: 1 });

export const MissedEvent = Type.Object({
  id: Type.Integer({ title: 'Código' }),
  canais: Type.Array(Type.String(), { title: 'Canais' }),
  evento: Type.String({ title: 'Evento' }),
  dados: Type.Record(Type.String(), Type.Unknown(), { title: 'Dados', additionalProperties: true }),
});

export const realtimeRoutes = defineRoutes({
  /** Part of the Pusher protocol: pusher-js sends a form, our own console sends JSON. */
  authorize: {
    method: 'POST',
    path: '/broadcasting/auth',
    summary: 'Autorizar a escuta de um canal de tempo real',
    permission: 'session',
    allowedWhileViewingAs: 'reads',
    body: Strict({
      socket_id: Text('Conexão', 40, { pattern: '^\\d+\\.\\d+$' }),
      channel_name: Channel,
    }),
    response: Type.Object({
      auth: Type.String({ title: 'Assinatura' }),
      channel_data: Type.Optional(Type.String({ title: 'Quem entra no canal' })),
    }),
  },
  /**
   * The events sent to the channels after the cursor. Some may be repeated, because an event can be committed after a later
   * one. Without a cursor, returns only where the next events begin and, for a page that connects late, the events since it
   * began to listen (`abertoHa`, ms ago).
   */
  missed: {
    method: 'GET',
    path: '/config/tempo-real',
    summary: 'Eventos de tempo real depois de um ponto',
    permission: 'session',
    query: Strict({
      desde: Type.Optional(
        Type.Integer({ title: 'Último evento conhecido', minimum: 0, maximum: 9007199254740991 }),
      ),
      abertoHa: Type.Optional(
        Type.Integer({ title: 'Há quantos ms a página escuta', minimum: 0, maximum: 60_000 }),
      ),
      canais: Type.Optional(Type.Array(Channel, { title: 'Canais', maxItems: 50 })),
    }),
    response: Type.Object({
      cursor: Type.Integer({ title: 'Último evento' }),
      perdido: Type.Boolean({ title: 'Há mais do que se guarda: recarregue o que está na tela' }),
      itens: Type.Array(MissedEvent, { title: 'Eventos' }),
      recusados: Type.Array(Type.String(), { title: 'Canais recusados' }),
    }),
  },
});
