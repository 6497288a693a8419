import type { Static, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes } from '../../route.ts';
import { ProductReason, TicketType } from '../../rules/tickets/ticketType.ts';

/** A type as used by the wizard's rules, with the reasons for returning an invoice product. */
export const MenuTicketType = Type.Composite(
  [TicketType, Type.Object({ motivosProdutos: Type.Array(ProductReason, { title: 'Motivos por produto' }) })],
  { title: 'Tipo de ticket' },
);
export type MenuTicketType = Static<typeof MenuTicketType>;

export const TicketMenu = Type.Object(
  {
    chave: Type.String({ title: 'Chave' }),
    descricao: Type.String({ title: 'Descrição' }),
    frase: Type.String({ title: 'Explicação' }),
    icone: Type.String({ title: 'Ícone' }),
    tipos: Type.Array(MenuTicketType, { title: 'Tipos' }),
  },
  { title: 'Menu' },
);
export type TicketMenu = Static<typeof TicketMenu>;

/** A lookup returns a bare array of these. */
export const Option = Type.Object({
  id: Type.Integer({ title: 'Código' }),
  desc: Type.String({ title: 'Descrição' }),
});
export type Option = Static<typeof Option>;
export const KeyOption = Type.Object({
  chave: Type.String({ title: 'Chave' }),
  descricao: Type.String({ title: 'Descrição' }),
});

const cached = (path: string, summary: string, response: TSchema) =>
  ({ method: 'GET', path, summary, permission: 'SAC_TICKETS', response, cacheMinutes: 10 }) as const;

/** Ticket menus, statuses and types are cached for ten minutes (document 002, Other). */
export const ticketCatalogRoutes = defineRoutes({
  menus: {
    ...cached('/sac/tickets/menus', 'Menus com tipos, motivos e opções', TicketMenu),
    response: Type.Array(TicketMenu),
  },
  status: {
    ...cached('/sac/tickets/status', 'Situações de um ticket', TicketMenu),
    response: Type.Array(
      Type.Object({
        valor: Type.String({ title: 'Valor' }),
        descricao: Type.String({ title: 'Descrição' }),
        cor: Type.String({ title: 'Cor' }),
        icone: Type.String({ title: 'Ícone' }),
      }),
    ),
  },
  types: {
    ...cached('/sac/tickets/tipos', 'Tipos de ticket', TicketMenu),
    response: Type.Array(MenuTicketType),
  },
  origins: { ...cached('/sac/tickets/origens', 'Origens', KeyOption), response: Type.Array(KeyOption) },
  steps: {
    ...cached('/sac/consultas/etapas', 'Etapas dos fluxos', KeyOption),
    response: Type.Array(
      Type.Object({
        fluxo: Type.String({ title: 'Fluxo' }),
        chave: Type.String({ title: 'Chave' }),
        descricao: Type.String({ title: 'Descrição' }),
      }),
    ),
  },
});
