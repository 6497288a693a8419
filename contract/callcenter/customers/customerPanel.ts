import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { ListSums } from '../../listSums.ts';
import {
  Decimal,
  Direction,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  onlyIds,
  Page,
  Personal,
  pageQuery,
  Strict,
} from '../../route.ts';
import { PANEL_TABS } from '../../rules/panel/panelDefinition.ts';
import { CUSTOMER_SORTS, CustomerRow, customerFilters, customerSumsQuery } from '../../sac/customers.ts';
import { NamedOption } from '../../sac/lookups.ts';
import { TicketRow } from '../../sac/tickets.ts';
import { customerBulkRoute } from './customerBulk.ts';
import { CustomerNow } from './customerNow.ts';
import { PanelCustomer } from './panelCustomer.ts';

const areas = ['sac', 'callcenter'] as const;
const params = Strict({ idCli: Id('Cliente') });
const read = { method: 'GET', params } as const;

const text = (title: string) => Type.String({ title });

export const Supervisor = Type.Object(
  {
    /** `null` when the representative has no supervisor. */
    id: Nullable(Id('Supervisor')),
    nome: text('Nome'),
    email: text('E-mail'),
    telefone: text('Telefone'),
    celular: text('Celular'),
    representantes: Type.Array(
      Type.Object({
        id: Id('Representante'),
        nome: text('Nome'),
        email: text('E-mail'),
        telefone: text('Telefone'),
        celular: text('Celular'),
      }),
      { title: 'Representantes' },
    ),
  },
  { title: 'Supervisor' },
);

export const CustomerSeller = Type.Object(
  {
    codOp: Id('Vendedor'),
    nome: text('Nome'),
    email: text('E-mail'),
    matErp: text('Matrícula no ERP'),
  },
  { title: 'Vendedor' },
);

export const ActivityEntry = Type.Object(
  {
    id: Type.Integer({ title: 'Código' }),
    tipo: text('Tipo'),
    historico: Personal('FRASE', text('O que houve')),
    datahora_criacao: Instant('Quando'),
    itemId: Nullable(Type.Integer({ title: 'Orçamento, pedido, agenda, ticket ou atendimento' })),
    colaborador: Nullable(NamedOption),
  },
  { title: 'Atividade' },
);
export type ActivityEntry = Static<typeof ActivityEntry>;

/** Something the customer is waiting for: a ticket that they opened themselves, or a promised return. */
export const ServiceRequest = Type.Object(
  {
    tipo: Type.Union([Type.Literal('TICKET'), Type.Literal('RETORNO')], { title: 'Tipo' }),
    id: Type.Integer({ title: 'Ticket ou atendimento' }),
    descricao: text('Descrição'),
    solicitadoEm: Instant('Solicitado em'),
    /** For a return, the promised time. */
    para: Nullable(Instant('Prometido para')),
    responsavel: Nullable(NamedOption),
  },
  { title: 'Solicitação de atendimento' },
);

/** An order made before the console or outside it has no number here and is identified by its number in the other system. */
export const CustomerOrder = Type.Object(
  {
    id: Nullable(Id('Pedido')),
    numero: text('Número'),
    dtHorInc: Instant('Data'),
    status: text('Situação'),
    qtdeIt: Type.Integer({ title: 'Itens' }),
    vlTot: Decimal('Total'),
    emitente: Type.Object({ id: Id('Filial'), desc: text('Filial') }, { title: 'Emitente' }),
    colaborador: Nullable(NamedOption),
  },
  { title: 'Pedido do cliente' },
);

export const CustomerNote = Type.Object(
  { tipo: text('De onde vem'), texto: text('Observação') },
  { title: 'Observação' },
);

export const PanelLayout = Type.Object(
  {
    grupos: Type.Array(Type.Object({ chave: text('Chave'), titulo: text('Título') }), { title: 'Grupos' }),
    abas: Type.Array(
      Type.Object({
        chave: Type.Union(
          [
            ...PANEL_TABS.map((tab) => Type.Literal(tab)),
            // For a record type that the company defined itself.
            Type.String({ pattern: '^cadastro-[a-z][a-z0-9-]{1,59}$' }),
          ],
          { title: 'Aba' },
        ),
        titulo: text('Título'),
        grupo: text('Grupo'),
        icone: text('Ícone'),
        permissoes: Type.Array(Type.String(), { title: 'Permissões' }),
        contador: Type.Optional(Type.Boolean({ title: 'Mostra quantos há' })),
        oculta: Type.Optional(Type.Boolean({ title: 'Oculta' })),
      }),
      { title: 'Abas' },
    ),
  },
  { title: 'Abas do painel' },
);

export const customerPanelRoutes = defineRoutes({
  /** Our own addition; the response reports the outcome of each row. */
  bulk: customerBulkRoute,
  list: {
    method: 'GET',
    path: '/callcenter/clientes',
    summary: 'Clientes do call-center',
    permission: 'CLIENTE',
    query: Strict({
      ...pageQuery,
      ...customerFilters,
      ...onlyIds('Cliente'),
      orderBy: Type.Optional(
        Type.Union(
          CUSTOMER_SORTS.map((sort) => Type.Literal(sort)),
          { title: 'Ordem' },
        ),
      ),
      direction: Type.Optional(Direction),
    }),
    response: Page(CustomerRow),
  },
  sums: {
    method: 'GET',
    path: '/callcenter/clientes/somas',
    summary: 'Somas e grupos da lista de clientes do call-center',
    permission: 'CLIENTE',
    query: customerSumsQuery,
    response: ListSums,
  },
  /** Our own addition: schemas/panels/cliente.json in its published version. */
  layout: {
    method: 'GET',
    path: '/callcenter/clientes-painel',
    summary: 'Abas do painel do cliente',
    permission: 'CLIENTE',
    response: PanelLayout,
  },
  get: {
    ...read,
    path: '/callcenter/clientes/{idCli}',
    auditsAccessTo: { entity: 'customers', param: 'idCli' },
    summary: 'Um cliente como o painel o mostra',
    permission: 'CLIENTE',
    response: One(PanelCustomer),
  },
  /** Our own addition: what the first tab shows, each part only to those who may see it elsewhere. */
  now: {
    ...read,
    path: '/callcenter/clientes/{idCli}/agora',
    summary: 'O que saber de um cliente que está na linha',
    permission: 'CLIENTE',
    response: One(CustomerNow),
  },
  supervisors: {
    ...read,
    areas,
    path: '/clientes/{idCli}/supervisores',
    summary: 'Supervisores e representantes de um cliente',
    permission: 'CLIENTE_REPRESENTANTES',
    response: Type.Array(Supervisor),
  },
  sellers: {
    ...read,
    areas,
    path: '/clientes/{idCli}/operadores',
    summary: 'Vendedores de um cliente',
    permission: 'CLIENTE_VENDEDORES',
    response: Type.Array(CustomerSeller),
  },
  tickets: {
    ...read,
    areas,
    path: '/clientes/{idCli}/tickets',
    summary: 'Tickets de um cliente',
    permission: 'CLIENTE_TICKETS_SAC',
    query: Strict(pageQuery),
    response: Page(TicketRow),
  },
  activity: {
    ...read,
    areas,
    path: '/clientes/{idCli}/registro-atividade',
    summary: 'Registro de atividade de um cliente',
    permission: 'CLIENTE',
    query: Strict({
      page: pageQuery.page,
      take: Type.Optional(Type.Integer({ title: 'Por página', minimum: 1, maximum: 100, default: 5 })),
    }),
    response: Page(ActivityEntry),
  },
  requests: {
    ...read,
    areas,
    path: '/clientes/{idCli}/solicitacoes-atendimento',
    summary: 'O que um cliente espera de nós',
    permission: 'CLIENTE',
    response: Type.Array(ServiceRequest),
  },
  notes: {
    ...read,
    path: '/callcenter/clientes/{idCli}/observacoes',
    summary: 'Observações sobre um cliente',
    permission: 'CLIENTE',
    response: Type.Array(CustomerNote),
  },
  latestOrders: {
    ...read,
    path: '/callcenter/clientes/{idCli}/ultimos-pedidos',
    summary: 'Últimos pedidos de um cliente',
    permission: 'CLIENTE_PEDIDOS',
    response: Type.Array(CustomerOrder),
  },
  openOrders: {
    ...read,
    path: '/callcenter/clientes/{idCli}/pedidos-abertos',
    summary: 'Pedidos em andamento de um cliente',
    permission: 'CLIENTE_PEDIDOS',
    response: Type.Array(CustomerOrder),
  },
});
