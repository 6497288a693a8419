import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, Done, defineRoutes, Id, Instant, Nullable, Strict, Text } from '../route.ts';
import { NamedOption } from './lookups.ts';

const PAYERS = ['EMPRESA', 'TRANSPORTADORA', 'REPRESENTANTE'] as const;
export const CostPayer = Type.Union(
  PAYERS.map((payer) => Type.Literal(payer)),
  { title: 'Quem paga' },
);

export const TicketCost = Type.Object(
  {
    id: Id('Custo'),
    /** Row of contract/catalogs/costKind.ts. */
    tipo: Type.String({ title: 'Tipo' }),
    descricao: Type.String({ title: 'Descrição' }),
    valor: Decimal('Valor'),
    responsavel: Type.Object({
      tipo: CostPayer,
      id: Nullable(Id('Responsável')),
      nome: Type.String({ title: 'Nome' }),
      /** Empty if there is nobody to write to. */
      email: Type.String({ title: 'E-mail' }),
    }),
    criador: NamedOption,
    datahora_criacao: Instant('Incluído em'),
    datahora_email: Nullable(Instant('Cobrança enviada em')),
  },
  { title: 'Custo do ticket' },
);
export type TicketCost = Static<typeof TicketCost>;

export const CostInput = Strict(
  {
    tipo: Text('Tipo', 40),
    descricao: Type.Optional(Text('Descrição', 250)),
    /** Exact decimal with a point; the rule explains what is wrong with '1,5' (contract/rules/tickets/ticketCost.ts). */
    valor: Text('Valor', 20),
    responsavel: CostPayer,
    responsavel_id: Type.Optional(Nullable(Id('Responsável'))),
  },
  { title: 'Novo custo' },
);
export type CostInput = Static<typeof CostInput>;

const ofTicket = Strict({ idTicket: Id('Ticket') });

/** The costs of a ticket, and who is asked to pay them. Never visible to end consumers. */
export const ticketCostRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/custos-disponiveis',
    summary: 'Custos de um ticket',
    permission: 'TICKETS_CUSTOS',
    params: ofTicket,
    response: Type.Array(TicketCost),
  },
  create: {
    method: 'POST',
    path: '/sac/tickets/{idTicket}/custos',
    summary: 'Incluir um custo em um ticket',
    permission: 'TICKETS_CUSTOS',
    params: ofTicket,
    body: CostInput,
    idempotent: true,
    response: Done,
  },
  remove: {
    method: 'DELETE',
    path: '/sac/tickets/{idTicket}/custos/{idCusto}',
    summary: 'Remover um custo de um ticket',
    permission: 'TICKETS_CUSTOS',
    params: Strict({ idTicket: Id('Ticket'), idCusto: Id('Custo') }),
    response: Done,
  },
  /** `reenviar`: the person is aware that it was sent before. */
  sendEmail: {
    method: 'POST',
    path: '/sac/tickets/custos/dispara-email/{idCusto}',
    summary: 'Cobrar um custo por e-mail de quem o paga',
    permission: 'TICKETS_CUSTOS',
    params: Strict({ idCusto: Id('Custo') }),
    body: Strict({ reenviar: Type.Optional(Type.Boolean({ title: 'Enviar de novo' })) }),
    idempotent: true,
    response: Done,
  },
});
