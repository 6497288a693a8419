import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, One, Strict } from '../../route.ts';

export const MacroKey = Type.String({ title: 'Macro', pattern: '^[a-z][a-z0-9-]{1,59}$' });

/** A macro that the person may use: they have every permission that one of its actions needs. */
export const Macro = Type.Object(
  {
    chave: MacroKey,
    titulo: Type.String({ title: 'Título' }),
    descricao: Type.String({ title: 'Descrição' }),
  },
  { title: 'Macro' },
);
export type Macro = Static<typeof Macro>;

export const MacroDetail = Type.Composite(
  [
    Macro,
    Type.Object({
      /** 'Responde ao cliente com “Peça de reposição”' */
      acoes: Type.Array(Type.String({ title: 'Ação' }), { title: 'O que faz, em ordem' }),
      /** 'Valor é maior que R$ 5.000,00'; empty for a macro that always applies. */
      condicao: Type.String({ title: 'Só se' }),
    }),
  ],
  { title: 'O que uma macro faz' },
);
export type MacroDetail = Static<typeof MacroDetail>;

const permission = 'TICKETS_RESPONDER_INTERNO';

/** Rules that people start themselves, with their own rights (contract/rules/companyRules). */
export const macroRoutes = defineRoutes({
  /** Those that the person uses most come first, then those that everybody does. */
  list: {
    method: 'GET',
    path: '/sac/macros',
    summary: 'Macros que posso usar em tickets',
    permission,
    response: Type.Array(Macro),
  },
  get: {
    method: 'GET',
    path: '/sac/macros/{chave}',
    summary: 'O que uma macro faz',
    permission,
    params: Strict({ chave: MacroKey }),
    response: One(MacroDetail),
  },
  /** All of its actions are done, each judged as the person's own command, or none. */
  run: {
    method: 'POST',
    path: '/sac/tickets/{idTicket}/macros/{chave}',
    summary: 'Usar uma macro num ticket',
    permission,
    idempotent: true,
    params: Strict({ idTicket: Id('Ticket'), chave: MacroKey }),
    body: Strict({
      versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
      /** Takes the ticket from a colleague, or gives it to somebody who is away; refused with TICKET_DE_COLEGA or PESSOA_AUSENTE otherwise. */
      confirmar: Type.Optional(Type.Boolean({ title: 'Tirar de colegas' })),
    }),
    response: One(
      Type.Object({
        id: Id('Ticket'),
        /** What was done, in order. */
        message: Type.String({ title: 'Mensagem' }),
        versao: Type.Integer({ title: 'Versão' }),
        /** Whether it changed the ticket, and all of that can be taken back, by the call that takes back a change. */
        desfaz: Type.Boolean({ title: 'Pode ser desfeita' }),
      }),
    ),
  },
});
