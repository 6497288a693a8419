import * as Type from '@sinclair/typebox';
import { Id, Instant, Nullable } from '../../route.ts';

/** The other tickets that one has to do with. */
export const linkedTickets = {
  /** The tickets that were merged into it, the newest first. */
  juntados: Type.Array(
    Type.Object({
      id: Id('Ticket'),
      assunto: Type.String({ title: 'Assunto' }),
      em: Instant('Juntado em'),
      /** `null` for people outside the company. */
      por: Nullable(Type.String({ title: 'Quem juntou' })),
      /** Until when this person can take it back; `null` if they cannot. */
      desfazerAte: Nullable(Instant('Pode ser desfeito até')),
    }),
    { title: 'Tickets juntados' },
  ),
  /** The ticket that it was divided from, and those that parts of it went to, the newest first. */
  divisoes: Type.Array(
    Type.Object({
      id: Id('Ticket'),
      assunto: Type.String({ title: 'Assunto' }),
      /** What the other one is to this one. */
      papel: Type.Union([Type.Literal('ORIGEM'), Type.Literal('PARTE')], { title: 'Papel' }),
      em: Instant('Dividido em'),
      /** `null` for people outside the company. */
      por: Nullable(Type.String({ title: 'Quem dividiu' })),
      /** Until when this person can take it back; `null` if they cannot. */
      desfazerAte: Nullable(Instant('Pode ser desfeito até')),
    }),
    { title: 'Divisões' },
  ),
};
