import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { valuesOf } from '../catalogs/catalog.ts';
import { pickupStatus } from '../catalogs/transport.ts';
import { Binary } from '../config/platform.ts';
import { conditioned, groupedBy, inGroups, ListSums } from '../listSums.ts';
import {
  Day,
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
  Text,
} from '../route.ts';
import { RowResults, rowResults } from '../sharedShapes.ts';
import { CustomerBranch, NamedOption } from './lookups.ts';

/** Maximum number of rows per call; larger sets need several calls. */
export const MAX_PICKUP_ROWS = 200;

export const PICKUP_SORTS = ['id', 'dtCriacao'] as const;
export type PickupSort = (typeof PICKUP_SORTS)[number];

export const PickupKind = Type.Union([Type.Literal('TRANSPORTADORA'), Type.Literal('REPRESENTANTE')], {
  title: 'Tipo',
});
export const PickupState = Type.Union(
  valuesOf(pickupStatus).map((status) => Type.Literal(status)),
  { title: 'Situação' },
);

/** The party that collects the goods: a carrier, or a representative (without CNPJ or second name). */
export const PickupParty = Type.Object(
  {
    tipo: PickupKind,
    id: Id('Responsável'),
    nome: Type.String({ title: 'Nome' }),
    razSoc: Type.String({ title: 'Razão social' }),
    cnpj: Nullable(Type.String({ title: 'CNPJ' })),
    telefone: Type.String({ title: 'Telefone' }),
    email: Type.String({ title: 'E-mail' }),
  },
  { title: 'Responsável pela coleta' },
);
export type PickupParty = Static<typeof PickupParty>;

export const PickupRow = Type.Object(
  {
    id: Id('Coleta'),
    status: PickupState,
    responsavel: PickupParty,
    /** Counts only the tickets that the person may see. */
    totalTickets: Type.Integer({ title: 'Tickets' }),
    clientes: Type.Array(Type.String(), { title: 'Clientes' }),
    agendadaPara: Nullable(Day('Agendada para')),
    criador: NamedOption,
    datahora_criacao: Instant('Gerada em'),
    datahora_confirmacao: Nullable(Instant('Confirmada em')),
  },
  { title: 'Coleta' },
);
export type PickupRow = Static<typeof PickupRow>;

export const PickupAddress = Type.Object({
  logradouro: Personal('ENDERECO', Type.String({ title: 'Logradouro' })),
  numero: Personal('ENDERECO', Type.String({ title: 'Número' })),
  complemento: Personal('ENDERECO', Type.String({ title: 'Complemento' })),
  bairro: Personal('ENDERECO', Type.String({ title: 'Bairro' })),
  cep: Personal('ENDERECO', Type.String({ title: 'CEP' })),
  cidade: Type.String({ title: 'Cidade' }),
  uf: Type.String({ title: 'UF' }),
});

export const PickupLine = Type.Object({
  idExibicao: Type.String({ title: 'Código do produto' }),
  descricao: Type.String({ title: 'Descrição' }),
  unidade: Type.String({ title: 'Unidade' }),
  /** Base units in one of it. */
  fator: Decimal('Fator da unidade'),
  /** The invoice's unit, and base units in one of it; as above for a product without an invoice. */
  unidadeNota: Type.String({ title: 'Unidade da nota' }),
  fatorNota: Decimal('Fator da unidade da nota'),
  nfe: Nullable(Type.Integer({ title: 'Nota fiscal' })),
  /** Quantity that the analysis authorised to be returned. */
  quantidade: Decimal('Quantidade'),
});

export const PickupTicket = Type.Object({
  id: Id('Ticket'),
  /** Whether the ticket is still part of this pickup; a ticket that was released is shown but not collected. */
  ativo: Type.Boolean({ title: 'Na coleta' }),
  status: Type.String({ title: 'Situação' }),
  etapa: Type.String({ title: 'Etapa' }),
  cliente: Type.Object({
    id: Id('Cliente'),
    fant: Type.String({ title: 'Nome fantasia' }),
    razSoc: Type.String({ title: 'Razão social' }),
    telefone: Personal('TELEFONE', Type.String({ title: 'Telefone' })),
  }),
  endereco: PickupAddress,
  filial: CustomerBranch,
  /** Sum of the authorised quantities. */
  volumes: Decimal('Volumes'),
  itens: Type.Array(PickupLine, { title: 'Itens' }),
});

export const Pickup = Type.Composite(
  [
    PickupRow,
    Type.Object({
      versao: Type.Integer({ title: 'Versão' }),
      obs: Type.String({ title: 'Observação' }),
      confirmadaPor: Nullable(Type.String({ title: 'Confirmada por' })),
      motivoCancelamento: Nullable(Type.String({ title: 'Motivo do cancelamento' })),
      tickets: Type.Array(PickupTicket, { title: 'Tickets' }),
      acoes: Type.Object(
        {
          confirmar: Type.Boolean({ title: 'Confirmar' }),
          cancelar: Type.Boolean({ title: 'Cancelar' }),
          agendar: Type.Boolean({ title: 'Agendar' }),
        },
        { title: 'Ações permitidas' },
      ),
    }),
  ],
  { title: 'Coleta' },
);
export type Pickup = Static<typeof Pickup>;

/** A ticket waiting for its pickup. */
export const PickupCandidate = Type.Object(
  {
    id: Id('Ticket'),
    cliente: Type.Object({
      id: Id('Cliente'),
      fant: Type.String({ title: 'Nome fantasia' }),
      razSoc: Type.String({ title: 'Razão social' }),
    }),
    filial: CustomerBranch,
    cidade: Type.String({ title: 'Cidade' }),
    uf: Type.String({ title: 'UF' }),
    volumes: Decimal('Volumes'),
    /** When the ticket entered the step. */
    desde: Instant('Aguarda desde'),
    transportadora: Nullable(NamedOption),
    /** Who carried the goods according to the file of their invoice, as long as nobody registered it. */
    transportadoraDaNota: Nullable(
      Type.Object(
        { cnpj: Type.String({ title: 'CNPJ' }), nome: Type.String({ title: 'Nome' }) },
        { title: 'Transportadora da nota, sem cadastro' },
      ),
    ),
    representante: Nullable(NamedOption),
  },
  { title: 'Ticket que aguarda coleta' },
);
export type PickupCandidate = Static<typeof PickupCandidate>;

/** Longest waiting first; `total` counts all waiting tickets, which may be more than are listed. */
export const PickupCandidates = Type.Object({
  itens: Type.Array(PickupCandidate, { title: 'Tickets' }),
  total: Type.Integer({ title: 'Total' }),
});

/** Tickets whose responsible party is not known yet are grouped under `null`. */
export const PickupCandidateGroups = Type.Object({
  grupos: Type.Array(
    Type.Object({
      responsavel: Nullable(PickupParty),
      tickets: Type.Array(PickupCandidate, { title: 'Tickets' }),
    }),
    { title: 'Grupos' },
  ),
  /** Parties that may be chosen for a ticket of any group. */
  responsaveis: Type.Array(NamedOption, { title: 'Responsáveis' }),
  total: Type.Integer({ title: 'Total' }),
});
export type PickupCandidateGroups = Static<typeof PickupCandidateGroups>;

const ids = (title: string) => Type.Array(Id(title), { title, minItems: 1, maxItems: MAX_PICKUP_ROWS });
const idList = (title: string) => Type.Optional(Type.Array(Id(title), { title, maxItems: 100 }));
const pickupFilters = {
  status: Type.Optional(Type.Array(PickupState, { title: 'Situações', maxItems: 3 })),
  tipo: Type.Optional(PickupKind),
  transportadora: idList('Transportadora'),
  representante: idList('Representante'),
  /** Still to be collected: generated or confirmed, with a ticket that is waiting on the step. */
  aberta: Type.Optional(Type.Boolean({ title: 'Em aberto' })),
  dtIni: Type.Optional(Day('De')),
  dtFim: Type.Optional(Day('Até')),
  /** Number of the pickup or of one of its tickets, or part of the responsible party's name. */
  termo: Type.Optional(Text('Pesquisa', 100)),
  ...inGroups,
  ...conditioned,
};
/**
 * What is said of a pickup when it is generated, alone or in bulk, and may be changed later. The titles ask: of a pickup that
 * is shown, 'Agendada para' and 'Observação' tell.
 */
export const pickupSchedule = {
  agendadaPara: Type.Optional(Nullable(Day('Data da coleta'))),
  obs: Type.Optional(Text('Observação para quem coleta', 500)),
};
const versao = Type.Optional(
  Type.Integer({
    title: 'Versão',
    description: 'A da coleta que a pessoa via; uma antiga responde 409 com o que agora vale.',
    minimum: 1,
    maximum: 2147483647,
  }),
);
const params = Strict({ idColeta: Id('Coleta') });
/** The values as written in paths, and as named in responses. */
const PathKind = Type.Union(
  [
    Type.Literal('transportadora'),
    Type.Literal('representante'),
    Type.Literal('TRANSPORTADORA'),
    Type.Literal('REPRESENTANTE'),
  ],
  { title: 'Tipo' },
);
export const PickupChanged = Type.Object({
  data: Type.Object({
    id: Id('Coleta'),
    message: Type.String({ title: 'Mensagem' }),
    versao: Type.Integer({ title: 'Versão' }),
    status: PickupState,
  }),
});

/** Pickups (coletas): document 000 sections 4 and 7. */
export const pickupRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/sac/coletas',
    summary: 'Listar coletas',
    permission: 'SAC_COLETAS',
    query: Strict({
      page: pageQuery.page,
      take: pageQuery.take,
      ...onlyIds('Coleta'),
      ...pickupFilters,
      orderBy: Type.Optional(
        Type.Union(
          PICKUP_SORTS.map((sort) => Type.Literal(sort)),
          { title: 'Ordem' },
        ),
      ),
      direction: Type.Optional(Direction),
    }),
    response: Page(PickupRow),
  },
  sums: {
    method: 'GET',
    path: '/sac/coletas/somas',
    summary: 'Somas e grupos da lista de coletas',
    permission: 'SAC_COLETAS',
    query: Strict({ ...pickupFilters, ...groupedBy }),
    response: ListSums,
  },
  get: {
    method: 'GET',
    path: '/sac/coletas/{idColeta}',
    summary: 'Uma coleta',
    permission: 'SAC_COLETAS',
    params,
    response: One(Pickup),
  },
  /** Either pickups, or the pickups that contain these tickets; each row of the response corresponds to what was sent. */
  confirm: {
    method: 'POST',
    path: '/sac/coletas/confirmar',
    summary: 'Confirmar coletas',
    permission: 'COLETAS_CONFIRMAR',
    idempotent: true,
    body: Strict({ coletas: Type.Optional(ids('Coletas')), tickets: Type.Optional(ids('Tickets')) }),
    response: RowResults,
  },
  update: {
    method: 'PUT',
    path: '/sac/coletas/{idColeta}',
    summary: 'Agendar uma coleta',
    permission: 'COLETAS_CONFIRMAR',
    params,
    idempotent: true,
    body: Strict({ versao, ...pickupSchedule }),
    response: PickupChanged,
  },
  cancel: {
    method: 'POST',
    path: '/sac/coletas/{idColeta}/cancelar',
    summary: 'Cancelar uma coleta e devolver os tickets à espera',
    permission: 'COLETAS_CONFIRMAR',
    params,
    idempotent: true,
    body: Strict({ versao, motivo: Text('Motivo', 500, { minLength: 1 }) }),
    missing: { motivo: 'Informe o motivo.' },
    response: PickupChanged,
  },
  candidates: {
    method: 'GET',
    path: '/sac/tickets/ordem-coleta',
    summary: 'Tickets que aguardam coleta',
    permission: 'COLETAS_GERAR',
    response: PickupCandidates,
  },
  candidatesByRepresentative: {
    method: 'GET',
    path: '/sac/tickets/ordem-coleta/representante',
    summary: 'Tickets que aguardam coleta, por representante',
    permission: 'COLETAS_GERAR',
    response: PickupCandidateGroups,
  },
  candidatesByCarrier: {
    method: 'GET',
    path: '/sac/tickets/ordem-coleta/transportadora',
    summary: 'Tickets que aguardam coleta, por transportadora',
    permission: 'COLETAS_GERAR',
    response: PickupCandidateGroups,
  },
  /** Creates one pickup per responsible party: the ticket's own, or the one given. */
  generate: {
    method: 'POST',
    path: '/sac/tickets/ordem-coleta/{tipo}',
    summary: 'Gerar coletas de tickets',
    permission: 'COLETAS_GERAR',
    params: Strict({ tipo: PathKind }),
    idempotent: true,
    body: Strict({
      tickets: ids('Tickets'),
      responsavel: Type.Optional(Nullable(Id('Responsável'))),
      ...pickupSchedule,
    }),
    response: Type.Object({
      ...rowResults,
      coletas: Type.Array(
        Type.Object({
          id: Id('Coleta'),
          responsavel: Type.String({ title: 'Responsável' }),
          tickets: Type.Array(Type.Integer(), { title: 'Tickets' }),
        }),
        { title: 'Coletas geradas' },
      ),
    }),
  },
  order: {
    method: 'GET',
    path: '/sac/tickets/oc/{tipo}/{id}',
    personal: true,
    summary: 'A ordem de coleta para imprimir',
    permission: 'SAC_COLETAS',
    params: Strict({ tipo: PathKind, id: Id('Coleta') }),
    file: true,
    response: Binary,
  },
});
