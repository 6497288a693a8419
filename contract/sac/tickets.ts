import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { groupedBy, ListSums } from '../listSums.ts';
import {
  Day,
  Decimal,
  Direction,
  Done,
  defineRoutes,
  Id,
  Instant,
  NoteMark,
  Nullable,
  One,
  onlyIds,
  Page,
  Personal,
  pageQuery,
  Strict,
  Text,
} from '../route.ts';
import { TicketInput } from '../rules/tickets/ticketInput.ts';
import { CarrierOption, CustomerBranch, CustomerRef, NamedOption } from './lookups.ts';
import { MailPreference } from './mailAddresses.ts';
import { allowedActions } from './tickets/allowedActions.ts';
import { linkedTickets } from './tickets/linkedTickets.ts';
import { severalOf, ticketFilters } from './tickets/ticketFilters.ts';

/** `dtMovimentacao` also counts internal movements, and is `dtAtualizacao` for people outside the company. */
export const TICKET_SORTS = [
  'id',
  'dtCriacao',
  'dtAtualizacao',
  'dtMovimentacao',
  'prazo',
  'status',
  'tipo',
] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

const listQuery = {
  ...pageQuery,
  ...ticketFilters,
  orderBy: Type.Optional(
    Type.Union(
      TICKET_SORTS.map((sort) => Type.Literal(sort)),
      { title: 'Ordem' },
    ),
  ),
  direction: Type.Optional(Direction),
};

export const TicketTypeRef = Type.Object({
  id: Id('Tipo'),
  chave: Type.String({ title: 'Chave' }),
  desc: Type.String({ title: 'Descrição' }),
  gera_espelho_devolucao: Type.Boolean({ title: 'Gera espelho da devolução' }),
});

export const TicketStep = Type.Object({
  chave: Type.String({ title: 'Chave' }),
  descricao: Type.String({ title: 'Descrição' }),
  setor: Type.String({ title: 'Setor' }),
  exigencia: Nullable(Type.String({ title: 'Exigência' })),
  terminal: Type.Boolean({ title: 'Encerra' }),
  /** Whether it asks for extra fields of the ticket on the way out; absent if not. */
  pedeCampos: Type.Optional(Type.Boolean({ title: 'Pede campos' })),
});

const Branch = CustomerBranch;
export const AssignedSector = Type.Object({ id: Id('Setor'), desc: Type.String({ title: 'Descrição' }) });

export const TicketRow = Type.Object(
  {
    id: Id('Ticket'),
    status: Type.String({ title: 'Situação' }),
    arquivado: Type.Boolean({ title: 'Arquivado' }),
    /** The ticket that it was merged into, where everything of it is now. */
    juntadoAo: Nullable(Id('Juntado ao ticket')),
    tipo: TicketTypeRef,
    assunto: Type.String({ title: 'Assunto' }),
    cliente: CustomerRef,
    filial: Branch,
    etapaAtual: Type.Object({
      chave: Type.String({ title: 'Chave' }),
      descricao: Type.String({ title: 'Descrição' }),
    }),
    prazo: Nullable(Instant('Prazo')),
    /** Open and due within the hours of the parameter horasAvisoPrazo. */
    vencendo: Type.Boolean({ title: 'Vencendo' }),
    /** A value of `ticketPriority`; `null` for people outside the company. */
    prioridade: Nullable(Type.String({ title: 'Prioridade' })),
    /** Until when it is put off, or until an answer; `null` if it is not, and for people outside the company. */
    adiadoAte: Nullable(Instant('Adiado até')),
    setor: Nullable(AssignedSector),
    operador: Nullable(NamedOption),
    representante: Nullable(NamedOption),
    criador: NamedOption,
    datahora_criacao: Instant('Criado em'),
    /** The last change that the customer may notice. */
    datahora_atualizacao: Instant('Atualizado em'),
    /** The last change including internal ones, such as private notes; `null` for people outside the company. */
    datahora_movimentacao: Nullable(Instant('Última movimentação')),
    versao: Type.Integer({ title: 'Versão' }),
    /** Display texts of the extra fields that may be columns, keyed by field. */
    campos: Type.Optional(Type.Record(Type.String(), Type.String(), { title: 'Campos adicionais' })),
  },
  { title: 'Ticket' },
);
export type TicketRow = Static<typeof TicketRow>;

export const Ticket = Type.Composite(
  [
    TicketRow,
    Type.Object({
      proximaEtapa: Nullable(TicketStep),
      etapasCondicionais: Type.Array(TicketStep, { title: 'Etapas condicionais' }),
      /** All steps of the flow in order, for drawing the map: passed, current, expected and possible ones. */
      etapas: Type.Array(
        Type.Composite([
          TicketStep,
          Type.Object({
            situacao: Type.Union(
              [
                Type.Literal('FEITA'),
                Type.Literal('ATUAL'),
                Type.Literal('PROXIMA'),
                Type.Literal('CONDICIONAL'),
                Type.Literal('FUTURA'),
              ],
              { title: 'Situação da etapa' },
            ),
          }),
        ]),
        { title: 'Etapas' },
      ),
      motivos: Type.Array(Type.Object({ id: Id('Motivo'), descricao: Type.String({ title: 'Descrição' }) }), {
        title: 'Motivos',
      }),
      origem: Type.Object({
        chave: Type.String({ title: 'Chave' }),
        descricao: Type.String({ title: 'Descrição' }),
      }),
      consumidorFinal: Type.Boolean({ title: 'Consumidor final' }),
      contato: Type.Object({
        nome: Type.String({ title: 'Nome' }),
        documento: Personal('DOCUMENTO', Type.String({ title: 'Documento' })),
        email: Personal('EMAIL', Type.String({ title: 'E-mail' })),
        telefone: Personal('TELEFONE', Type.String({ title: 'Telefone' })),
        /** Whether the contact receives e-mails, and whether they arrive. */
        avisos: Type.Optional(MailPreference),
      }),
      transportadora: Nullable(CarrierOption),
      prorrogacao: Nullable(
        Type.Object({
          responsavel: Type.Union([Type.Literal('TRANSPORTADORA'), Type.Literal('REPRESENTANTE')], {
            title: 'Responsável',
          }),
          responsavelId: Id('Responsável'),
          nome: Type.String({ title: 'Nome' }),
          diasAtraso: Type.Integer({ title: 'Dias de atraso' }),
          /** The answer of the logistics department; `null` until it is given. */
          logistica: Nullable(Type.String({ title: 'Resposta da logística' })),
        }),
      ),
      notas: Type.Array(
        Type.Object({
          chave: Type.String({ title: 'Chave' }),
          numNf: Type.Integer({ title: 'Número' }),
          dtSai: Day('Data de saída'),
          avisoNota: NoteMark(),
          vlTot: Decimal('Valor total'),
        }),
        { title: 'Notas fiscais' },
      ),
      /** All transitions out of the current step, in the order of the file; whether one is open depends on `fatos`. */
      transicoes: Type.Array(
        Type.Object({
          para: Type.String({ title: 'Etapa de destino' }),
          descricao: Type.String({ title: 'Descrição da etapa' }),
          tipo: Type.Union([Type.Literal('PADRAO'), Type.Literal('CONDICIONAL')], { title: 'Tipo' }),
          rotulo: Type.String({ title: 'Texto do botão' }),
          /** A FlowCondition (contract/rules/flows/flowCondition.ts); `null` always holds. */
          condicao: Type.Unknown({ title: 'Condição' }),
          exige_motivo: Type.Boolean({ title: 'Exige motivo' }),
          resultado: Nullable(Type.String({ title: 'Resultado' })),
          terminal: Type.Boolean({ title: 'Encerra' }),
          /** A detour that returns, which does not require the data of the step (contract/rules/flows/flow.ts). */
          desvio: Type.Boolean({ title: 'Desvio' }),
        }),
        { title: 'Transições da etapa atual' },
      ),
      /** The current facts about the ticket for conditions (contract/rules/flows/flowCondition.ts). */
      fatos: Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Number(), Type.String()]), {
        title: 'Fatos',
      }),
      /** What this person may do with it now, considering step permission, status, reopen window and scope. */
      acoes: Type.Object(allowedActions, { title: 'Ações permitidas' }),
      ...linkedTickets,
      /** Who put it off, and when; `null` like `adiadoAte`. */
      adiadoPor: Nullable(Type.String({ title: 'Adiado por' })),
      /** Whether its customer is a first contact whose registration is incomplete; shown only to staff. */
      cadastroIncompleto: Type.Optional(Type.Boolean({ title: 'Cadastro do cliente incompleto' })),
      /** Whether the due time is paused while the customer's answer is awaited. */
      prazoPausado: Type.Boolean({ title: 'Prazo pausado' }),
      resultado: Nullable(Type.String({ title: 'Resultado' })),
      motivoFinalizacao: Nullable(Type.String({ title: 'Motivo da finalização' })),
      finalizadoEm: Nullable(Instant('Finalizado em')),
      notaDevolucao: Nullable(
        Type.Object({
          chave: Type.String({ title: 'Chave de acesso' }),
          total: Decimal('Valor total'),
          totalEspelho: Decimal('Valor do espelho'),
          liberadaPor: Nullable(Type.String({ title: 'Diferença liberada por' })),
          motivoLiberacao: Type.String({ title: 'Motivo da liberação' }),
        }),
      ),
      coleta: Nullable(
        Type.Object({
          id: Id('Coleta'),
          status: Type.String({ title: 'Situação da coleta' }),
          agendadaPara: Type.Optional(Nullable(Day('Agendada para'))),
        }),
      ),
      totalItens: Type.Integer({ title: 'Itens' }),
      totalAnexos: Type.Integer({ title: 'Anexos' }),
      valorItens: Decimal('Valor dos itens'),
    }),
  ],
  { title: 'Ticket' },
);
export type Ticket = Static<typeof Ticket>;

const params = Strict({ idTicket: Id('Ticket') });
const read = { method: 'GET', permission: 'SAC_TICKETS', params } as const;

/** Answers of the customer's last ticket. */
export const TicketProposal = Type.Object(
  {
    /** The last one of the same type; `null` if there is none, and then no reason is proposed. */
    idTicket: Nullable(Id('Ticket')),
    origem: Nullable(Type.String({ title: 'Origem' })),
    /** From the first level on. */
    motivos: Type.Array(Type.Integer({ title: 'Motivo' }), { title: 'Motivos' }),
    motivoProduto: Nullable(Type.Integer({ title: 'Motivo do último produto' })),
  },
  { title: 'Proposta para um ticket' },
);
export type TicketProposal = Static<typeof TicketProposal>;

export const ticketRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/sac/tickets',
    summary: 'Listar tickets',
    permission: 'SAC_TICKETS',
    query: Strict({ ...listQuery, ...onlyIds('Ticket') }),
    response: Page(TicketRow),
  },
  create: {
    method: 'POST',
    path: '/sac/tickets',
    summary: 'Abrir um ticket',
    permission: 'TICKETS_CRIAR',
    body: TicketInput,
    multipart: true,
    idempotent: true,
    response: Done,
  },
  search: {
    method: 'POST',
    path: '/sac/consultas/tickets',
    summary: 'Pesquisar tickets por filtros',
    permission: 'SAC_TICKETS',
    allowedWhileViewingAs: 'reads',
    filters: true,
    body: Strict(listQuery),
    response: Page(TicketRow),
  },
  sums: {
    method: 'GET',
    path: '/sac/tickets/somas',
    summary: 'Somas e grupos da lista de tickets',
    permission: 'SAC_TICKETS',
    query: Strict({ ...ticketFilters, ...groupedBy }),
    response: ListSums,
  },
  recent: {
    method: 'GET',
    path: '/sac/tickets/recentes',
    summary: 'Últimos tickets movimentados',
    permission: 'SAC_TICKETS',
    response: Type.Array(TicketRow),
  },
  /** Each counted up to 10,001; with filters, the totals of the list, so that its tabs agree with it. */
  totals: {
    method: 'GET',
    path: '/sac/tickets/totais',
    summary: 'Quantos tickets há em cada situação',
    permission: 'SAC_TICKETS',
    query: Strict(ticketFilters),
    response: Type.Array(
      Type.Object({
        status: Type.String({ title: 'Situação' }),
        descricao: Type.String({ title: 'Descrição' }),
        total: Type.Integer({ title: 'Total' }),
        mais: Type.Optional(Type.Boolean({ title: 'Há mais do que o total' })),
      }),
    ),
  },
  /** Asked before a new ticket is sent, so that nobody opens a second one about the same. */
  like: {
    method: 'GET',
    path: '/sac/tickets/parecidos',
    summary: 'Tickets abertos do cliente sobre as mesmas notas ou com o mesmo assunto',
    permission: 'TICKETS_CRIAR',
    query: Strict({
      idCli: Type.Optional(Id('Cliente')),
      notas: severalOf(Text('Chave de acesso', 44), 'Notas'),
      assunto: Type.Optional(Text('Assunto', 200)),
    }),
    response: Type.Array(
      Type.Object({
        id: Id('Ticket'),
        assunto: Type.String({ title: 'Assunto' }),
        datahora_criacao: Instant('Criado em'),
        /** Those of the given ones that it is about; empty if only its subject is the same. */
        notas: Type.Array(Type.Integer({ title: 'Nota' }), { title: 'Notas em comum' }),
      }),
    ),
  },
  /** Of the last ticket that the person sees; each answer is only a proposal, and is left out where it is not offered any more. */
  proposed: {
    method: 'GET',
    path: '/sac/tickets/propostas',
    summary: 'O que o último ticket do cliente propõe para um novo',
    permission: 'TICKETS_CRIAR',
    query: Strict({ idCli: Id('Cliente'), idTipo: Id('Tipo') }),
    response: One(TicketProposal),
  },
  get: {
    ...read,
    path: '/sac/tickets/{idTicket}',
    auditsAccessTo: { entity: 'tickets', param: 'idTicket' },
    summary: 'Um ticket',
    response: One(Ticket),
  },
});
