import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Decimal,
  Direction,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  Page,
  Personal,
  pageQuery,
  Strict,
  Text,
} from '../route.ts';
import { TicketInput } from '../rules/tickets/ticketInput.ts';
import { CarrierOption, CustomerBranch, CustomerRef } from './customerRef.ts';
import { NamedOption } from './lookups.ts';
import { MailPreference } from './mailAddresses.ts';

export const TICKET_SORTS = ['id', 'dtCriacao', 'dtAtualizacao', 'prazo', 'status', 'tipo'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

const list = <T extends Parameters<typeof Type.Array>[0]>(item: T, title: string) =>
  Type.Optional(Type.Array(item, { title, maxItems: 100 }));

/** The filters of document 000 section 3; the days are of the person's branch, both ends included. */
export const ticketFilters = {
  dtIni: Type.Optional(Day('De')),
  dtFim: Type.Optional(Day('Até')),
  idCli: Type.Optional(Id('Cliente')),
  status: list(Text('Situação', 40), 'Situações'),
  tipo: list(Text('Tipo', 60), 'Tipos'),
  termo: Type.Optional(Text('Pesquisa', 100)),
  operador: list(Id('Operador'), 'Operadores'),
  representante: list(Id('Representante'), 'Representantes'),
  regiao: list(Id('Região'), 'Regiões'),
  setor: list(Id('Setor'), 'Setores'),
  /** Of open tickets: late, due within the hours of the parameter horasAvisoPrazo, or later. */
  prazo: Type.Optional(
    Type.Union([Type.Literal('ATRASADO'), Type.Literal('VENCENDO'), Type.Literal('NO_PRAZO')], {
      title: 'Prazo',
    }),
  ),
  /** Steps, by their key. */
  etapa: list(Text('Etapa', 60), 'Etapas'),
  /** Opening reasons of the first level. */
  motivo: list(Id('Motivo'), 'Motivos'),
  transportadora: list(Id('Transportadora'), 'Transportadoras'),
  filial: list(Id('Filial'), 'Filiais'),
  /** By extra fields, as `chave:valor` or `chave:de..ate` (contract/rules/fields/fieldValues.ts). */
  campos: list(Text('Campo adicional', 200), 'Campos adicionais'),
  /** Archived tickets are left out unless asked for (DOMAIN.md section 2). */
  arquivado: Type.Optional(Type.Boolean({ title: 'Arquivados' })),
};

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
});

const Branch = CustomerBranch;
export const AssignedSector = Type.Object({ id: Id('Setor'), desc: Type.String({ title: 'Descrição' }) });

export const TicketRow = Type.Object(
  {
    id: Id('Ticket'),
    status: Type.String({ title: 'Situação' }),
    arquivado: Type.Boolean({ title: 'Arquivado' }),
    tipo: TicketTypeRef,
    assunto: Type.String({ title: 'Assunto' }),
    cliente: CustomerRef,
    filial: Branch,
    etapaAtual: Type.Object({
      chave: Type.String({ title: 'Chave' }),
      descricao: Type.String({ title: 'Descrição' }),
    }),
    prazo: Nullable(Instant('Prazo')),
    /** Open, and due within the hours of the parameter horasAvisoPrazo. */
    vencendo: Type.Boolean({ title: 'Vencendo' }),
    setor: Nullable(AssignedSector),
    operador: Nullable(NamedOption),
    representante: Nullable(NamedOption),
    criador: NamedOption,
    datahora_criacao: Instant('Criado em'),
    datahora_atualizacao: Instant('Atualizado em'),
    /** Extra fields that may be columns, in words, by their key. */
    campos: Type.Optional(Type.Record(Type.String(), Type.String(), { title: 'Campos adicionais' })),
  },
  { title: 'Ticket' },
);
export type TicketRow = Static<typeof TicketRow>;

export const Ticket = Type.Composite(
  [
    TicketRow,
    Type.Object({
      versao: Type.Integer({ title: 'Versão' }),
      proximaEtapa: Nullable(TicketStep),
      etapasCondicionais: Type.Array(TicketStep, { title: 'Etapas condicionais' }),
      /** The whole flow in order, to draw the map: what was passed, where it stands, what is to come, what may. */
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
        /** Whether they are written to, and whether that arrives. */
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
          /** What logistics answered; `null` until then. */
          logistica: Nullable(Type.String({ title: 'Resposta da logística' })),
        }),
      ),
      notas: Type.Array(
        Type.Object({
          chave: Type.String({ title: 'Chave' }),
          numNf: Type.Integer({ title: 'Número' }),
          dtSai: Day('Data de saída'),
          vlTot: Decimal('Valor total'),
        }),
        { title: 'Notas fiscais' },
      ),
      /** Every way out of the current step, in the file's order; whether one is open depends on `fatos`. */
      transicoes: Type.Array(
        Type.Object({
          para: Type.String({ title: 'Etapa de destino' }),
          descricao: Type.String({ title: 'Descrição da etapa' }),
          tipo: Type.Union([Type.Literal('PADRAO'), Type.Literal('CONDICIONAL')], { title: 'Tipo' }),
          rotulo: Type.String({ title: 'Texto do botão' }),
          /** A FlowCondition (contract/rules/flows/flowCondition.ts), `null` always holds. */
          condicao: Type.Unknown({ title: 'Condição' }),
          exige_motivo: Type.Boolean({ title: 'Exige motivo' }),
          resultado: Nullable(Type.String({ title: 'Resultado' })),
          terminal: Type.Boolean({ title: 'Encerra' }),
          /** Goes aside and comes back: it leaves without the data of the step (contract/rules/flows/flow.ts). */
          desvio: Type.Boolean({ title: 'Desvio' }),
        }),
        { title: 'Transições da etapa atual' },
      ),
      /** What conditions may ask about the ticket now (contract/catalogs/flowFact.ts). */
      fatos: Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Number(), Type.String()]), {
        title: 'Fatos',
      }),
      /** What this person may do with it now: step permission, status, reopen window, scope. */
      acoes: Type.Object(
        {
          avancar: Type.Boolean({ title: 'Avançar' }),
          retroceder: Type.Boolean({ title: 'Retroceder' }),
          finalizar: Type.Boolean({ title: 'Finalizar' }),
          cancelar: Type.Boolean({ title: 'Cancelar' }),
          reabrir: Type.Boolean({ title: 'Reabrir' }),
          arquivar: Type.Boolean({ title: 'Arquivar' }),
          desarquivar: Type.Boolean({ title: 'Desarquivar' }),
          reclassificar: Type.Boolean({ title: 'Reclassificar' }),
          responder: Type.Boolean({ title: 'Responder' }),
        },
        { title: 'Ações permitidas' },
      ),
      /** Its customer is a first contact whose registration waits; told to the staff alone. */
      cadastroIncompleto: Type.Optional(Type.Boolean({ title: 'Cadastro do cliente incompleto' })),
      /** The due clock stands still while the customer is waited for. */
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
        Type.Object({ id: Id('Coleta'), status: Type.String({ title: 'Situação da coleta' }) }),
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

export const ticketRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/sac/tickets',
    summary: 'Listar tickets',
    permission: 'SAC_TICKETS',
    query: Strict(listQuery),
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
    whileViewing: 'reads',
    body: Strict(listQuery),
    response: Page(TicketRow),
  },
  recent: {
    method: 'GET',
    path: '/sac/tickets/recentes',
    summary: 'Últimos tickets movimentados',
    permission: 'SAC_TICKETS',
    response: Type.Array(TicketRow),
  },
  /** Counted up to 10,001 each; with filters those of the list, so that its tabs agree with it. */
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
      }),
    ),
  },
  get: {
    ...read,
    path: '/sac/tickets/{idTicket}',
    looksAt: { entity: 'tickets', param: 'idTicket' },
    summary: 'Um ticket',
    response: One(Ticket),
  },
});
