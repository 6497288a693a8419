import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineRoutes, Id } from '../route.ts';

const Flag = (title: string) =>
  Type.Integer({ title, minimum: 0, maximum: 2, description: '0 não usa, 1 opcional, 2 obrigatório' });

/** A reason with those below it: up to five levels (`subnivel`). */
export const Reason = Type.Recursive(
  (Self) =>
    Type.Object({
      id: Id('Código'),
      descricao: Type.String({ title: 'Descrição' }),
      padrao: Type.Boolean({ title: 'Padrão' }),
      informa: Type.Boolean({ title: 'Pede observação' }),
      anexo: Type.Boolean({ title: 'Pede anexo' }),
      /** The level below must be filled. */
      obrigatorio: Type.Boolean({ title: 'Submotivo obrigatório' }),
      subnivel: Type.Array(Self, { title: 'Submotivos' }),
    }),
  { $id: 'Reason', title: 'Motivo' },
);
export type Reason = Static<typeof Reason>;

export const ReasonTree = Type.Object(
  { obrigatorio: Type.Boolean({ title: 'Obrigatório' }), itens: Type.Array(Reason, { title: 'Motivos' }) },
  { title: 'Motivos' },
);

export const TicketType = Type.Object(
  {
    id: Id('Código'),
    chave: Type.String({ title: 'Chave' }),
    desc: Type.String({ title: 'Descrição' }),
    menu: Type.String({ title: 'Menu' }),
    usa_assunto: Flag('Assunto'),
    usa_nota: Flag('Notas fiscais'),
    usa_produto: Flag('Produtos avulsos'),
    usa_nota_produto: Flag('Produtos de notas'),
    usa_prorrogacao: Flag('Prorrogação'),
    usa_mensagem: Flag('Mensagem'),
    usa_transportadora: Flag('Transportadora'),
    usa_consumidor_final: Flag('Consumidor final'),
    gera_espelho_devolucao: Type.Boolean({ title: 'Gera espelho da devolução' }),
    motivos: ReasonTree,
    /** Why a product of an invoice is returned. */
    motivosProdutos: Type.Array(Reason, { title: 'Motivos por produto' }),
  },
  { title: 'Tipo de ticket' },
);
export type TicketType = Static<typeof TicketType>;

export const TicketMenu = Type.Object(
  {
    chave: Type.String({ title: 'Chave' }),
    descricao: Type.String({ title: 'Descrição' }),
    frase: Type.String({ title: 'Explicação' }),
    icone: Type.String({ title: 'Ícone' }),
    tipos: Type.Array(TicketType, { title: 'Tipos' }),
  },
  { title: 'Menu' },
);
export type TicketMenu = Static<typeof TicketMenu>;

/** A lookup answers a bare array of these. */
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

/** Ticket menus, status and types are kept for ten minutes (document 002, Other). */
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
  types: { ...cached('/sac/tickets/tipos', 'Tipos de ticket', TicketMenu), response: Type.Array(TicketType) },
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
