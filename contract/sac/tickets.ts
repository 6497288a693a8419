import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary } from '../config/platform.ts';
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
  pageQuery,
  Strict,
  Text,
} from '../route.ts';
import { TicketInput } from '../rules/ticketInput.ts';
import { CarrierOption, CustomerBranch, CustomerRef } from './customers.ts';
import { NamedOption } from './lookups.ts';

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

const TypeRef = Type.Object({
  id: Id('Tipo'),
  chave: Type.String({ title: 'Chave' }),
  desc: Type.String({ title: 'Descrição' }),
  gera_espelho_devolucao: Type.Boolean({ title: 'Gera espelho da devolução' }),
});

const Step = Type.Object({
  chave: Type.String({ title: 'Chave' }),
  descricao: Type.String({ title: 'Descrição' }),
  setor: Type.String({ title: 'Setor' }),
  exigencia: Nullable(Type.String({ title: 'Exigência' })),
  terminal: Type.Boolean({ title: 'Encerra' }),
});

const Branch = CustomerBranch;
const Sector = Type.Object({ id: Id('Setor'), desc: Type.String({ title: 'Descrição' }) });

export const TicketRow = Type.Object(
  {
    id: Id('Ticket'),
    status: Type.String({ title: 'Situação' }),
    arquivado: Type.Boolean({ title: 'Arquivado' }),
    tipo: TypeRef,
    assunto: Type.String({ title: 'Assunto' }),
    cliente: CustomerRef,
    filial: Branch,
    etapaAtual: Type.Object({
      chave: Type.String({ title: 'Chave' }),
      descricao: Type.String({ title: 'Descrição' }),
    }),
    prazo: Nullable(Instant('Prazo')),
    setor: Nullable(Sector),
    operador: Nullable(NamedOption),
    representante: Nullable(NamedOption),
    criador: NamedOption,
    datahora_criacao: Instant('Criado em'),
    datahora_atualizacao: Instant('Atualizado em'),
  },
  { title: 'Ticket' },
);
export type TicketRow = Static<typeof TicketRow>;

export const Ticket = Type.Composite(
  [
    TicketRow,
    Type.Object({
      versao: Type.Integer({ title: 'Versão' }),
      proximaEtapa: Nullable(Step),
      etapasCondicionais: Type.Array(Step, { title: 'Etapas condicionais' }),
      /** The whole flow in order, to draw the map: what was passed, where it stands, what may come. */
      etapas: Type.Array(
        Type.Composite([
          Step,
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
        documento: Type.String({ title: 'Documento' }),
        email: Type.String({ title: 'E-mail' }),
        telefone: Type.String({ title: 'Telefone' }),
      }),
      transportadora: Nullable(CarrierOption),
      prorrogacao: Nullable(
        Type.Object({
          responsavel: Type.Union([Type.Literal('TRANSPORTADORA'), Type.Literal('REPRESENTANTE')], {
            title: 'Responsável',
          }),
          nome: Type.String({ title: 'Nome' }),
          diasAtraso: Type.Integer({ title: 'Dias de atraso' }),
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
      totalItens: Type.Integer({ title: 'Itens' }),
      totalAnexos: Type.Integer({ title: 'Anexos' }),
      valorItens: Decimal('Valor dos itens'),
    }),
  ],
  { title: 'Ticket' },
);
export type Ticket = Static<typeof Ticket>;

export const Attachment = Type.Object(
  {
    id: Id('Anexo'),
    nome_exibicao: Type.String({ title: 'Nome' }),
    link: Type.String({ title: 'Endereço' }),
    mime: Type.String({ title: 'Tipo' }),
    tamanho: Type.Integer({ title: 'Tamanho em bytes' }),
    datahora_criacao: Instant('Enviado em'),
  },
  { title: 'Anexo' },
);
export type Attachment = Static<typeof Attachment>;

/** A line of a ticket; a loose product has no invoice fields. */
export const TicketItem = Type.Object(
  {
    id: Id('Item'),
    produto_id: Id('Produto'),
    idExibicao: Type.String({ title: 'Código' }),
    descricao: Type.String({ title: 'Descrição' }),
    marca: Type.String({ title: 'Marca' }),
    classe_venda: Type.String({ title: 'Classe de venda' }),
    unidade: Type.String({ title: 'Unidade' }),
    avulso: Type.Boolean({ title: 'Avulso' }),
    nfe: Nullable(Type.Integer({ title: 'Nota' })),
    data_nota: Nullable(Day('Data da nota')),
    motivo: Nullable(Type.Integer({ title: 'Motivo' })),
    motivo_descricao: Type.String({ title: 'Motivo' }),
    obs: Type.String({ title: 'Observação' }),
    status: Type.String({ title: 'Situação', description: 'AN em análise, A aprovado, N negado' }),
    motivoAnalise: Type.String({ title: 'Motivo da análise' }),
    valor_sem_imposto: Decimal('Valor sem imposto'),
    valor_unitario: Decimal('Valor unitário'),
    qtd_comprada: Nullable(Decimal('Quantidade comprada')),
    qtd_solicitada: Decimal('Quantidade solicitada'),
    qtd_autorizada: Decimal('Quantidade autorizada'),
    anexos: Type.Array(Attachment, { title: 'Anexos' }),
    idImagem: Nullable(Type.String({ title: 'Imagem' })),
  },
  { title: 'Item do ticket' },
);
export type TicketItem = Static<typeof TicketItem>;

export const HistoryEntry = Type.Object(
  {
    id: Id('Mensagem'),
    colaborador: Type.Object({ nome: Type.String({ title: 'Nome' }) }),
    colaborador_id: Id('Colaborador'),
    datahora_criacao: Instant('Enviada em'),
    tipo: Type.String({ title: 'Tipo' }),
    /** Cleaned HTML. */
    mensagem: Type.String({ title: 'Mensagem' }),
    anexos: Type.Array(Attachment, { title: 'Anexos' }),
  },
  { title: 'Mensagem' },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

export const TimelineEntry = Type.Object(
  {
    id: Id('Atividade'),
    tipo: Type.String({ title: 'Tipo' }),
    datahora_criacao: Instant('Quando'),
    observacao: Type.String({ title: 'Observação' }),
    colaborador: Nullable(Type.Object({ nome: Type.String({ title: 'Nome' }) })),
  },
  { title: 'Atividade' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

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
  get: { ...read, path: '/sac/tickets/{idTicket}', summary: 'Um ticket', response: One(Ticket) },
  history: {
    ...read,
    path: '/sac/tickets/{idTicket}/historico',
    summary: 'Mensagens de um ticket',
    query: Strict({
      page: pageQuery.page,
      take: Type.Optional(Type.Integer({ title: 'Por página', minimum: 1, maximum: 100, default: 8 })),
    }),
    response: Page(HistoryEntry),
  },
  activities: {
    ...read,
    path: '/sac/tickets/{idTicket}/atividades',
    summary: 'Linha do tempo de um ticket',
    response: Type.Array(TimelineEntry),
  },
  attachments: {
    ...read,
    path: '/sac/tickets/{idTicket}/anexos',
    summary: 'Anexos de um ticket',
    response: Type.Array(Attachment),
  },
  attachment: {
    ...read,
    path: '/sac/tickets/{idTicket}/anexos/{idAnexo}',
    summary: 'Baixar um anexo',
    params: Strict({ idTicket: Id('Ticket'), idAnexo: Id('Anexo') }),
    query: Strict({ miniatura: Type.Optional(Type.Boolean({ title: 'Miniatura de uma foto' })) }),
    response: Binary,
    file: true,
  },
  products: {
    ...read,
    path: '/sac/tickets/{idTicket}/produtos',
    summary: 'Produtos de um ticket',
    response: Type.Array(TicketItem),
  },
});
