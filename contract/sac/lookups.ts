import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { valuesOf } from '../catalogs/catalog.ts';
import { ticketResult } from '../catalogs/ticketStatus.ts';
import { Day, Decimal, defineRoutes, Id, Nullable, Page, Strict, Text } from '../route.ts';
import { OpeningReason, PlainReason, ProductReason } from '../rules/tickets/ticketType.ts';
import { Option } from './tickets/ticketCatalog.ts';

export const NamedOption = Type.Object({ id: Id('Código'), nome: Type.String({ title: 'Nome' }) });
export type NamedOption = Static<typeof NamedOption>;

/** Somebody who may get a ticket, and until when they are away. */
export const Attendant = Type.Object({
  id: Id('Código'),
  nome: Type.String({ title: 'Nome' }),
  ausenteAte: Type.Optional(Nullable(Day('Ausente até'))),
});
export type Attendant = Static<typeof Attendant>;

/** A product in the search without an invoice. */
export const ProductOption = Type.Object({
  id: Id('Código'),
  /** "código - descrição", as shown in the list. */
  display: Type.String({ title: 'Produto' }),
  idExibicao: Type.String({ title: 'Código do produto' }),
  descricao: Type.String({ title: 'Descrição' }),
  marca: Type.String({ title: 'Marca' }),
  unidade: Type.String({ title: 'Unidade' }),
  codigo_barras: Type.String({ title: 'Código de barras' }),
  preco: Decimal('Preço'),
  idImagem: Type.Union([Type.String(), Type.Null()], { title: 'Imagem' }),
});
export type ProductOption = Static<typeof ProductOption>;

/** Why a ticket ends, and with which result; `null` derives the result from the decisions on the lines. */
export const FinalReason = Type.Composite(
  [
    PlainReason,
    Type.Object({
      resultado: Nullable(
        Type.Union(
          valuesOf(ticketResult).map((value) => Type.Literal(value)),
          { title: 'Resultado' },
        ),
      ),
    }),
  ],
  { title: 'Motivo de finalização' },
);
export type FinalReason = Static<typeof FinalReason>;

const lookup = { method: 'GET', permission: 'SAC_TICKETS', cacheMinutes: 10 } as const;

export const lookupRoutes = defineRoutes({
  openingReasons: {
    ...lookup,
    path: '/sac/consultas/motivos-abertura',
    summary: 'Motivos de abertura de todos os tipos',
    response: Type.Array(OpeningReason),
  },
  productReasons: {
    ...lookup,
    path: '/sac/consultas/motivos-produtos',
    summary: 'Motivos de devolução de um produto',
    response: Type.Array(ProductReason),
  },
  /** Why part of a line is not authorised; not available to end consumers. */
  analysisReasons: {
    ...lookup,
    path: '/sac/consultas/motivos-analise',
    summary: 'Motivos do que não é autorizado em uma devolução',
    response: Type.Array(PlainReason),
  },
  finalReasons: {
    ...lookup,
    path: '/sac/consultas/motivos-finalizacao',
    summary: 'Motivos de finalização',
    query: Strict({ tipo: Type.Optional(Text('Tipo', 60)) }),
    response: Type.Array(FinalReason),
  },
  attendants: {
    ...lookup,
    path: '/sac/consultas/atendentes',
    summary: 'Atendentes',
    response: Type.Array(Attendant),
  },
  /** Not cached by the client, since the people who may take a ticket change with the ticket and the day. */
  availableAttendants: {
    method: 'GET',
    path: '/sac/consultas/atendentes-disponiveis',
    summary: 'Atendentes que podem assumir um ticket',
    permission: 'TICKETS_RESPONDER_INTERNO',
    query: Strict({
      idTicket: Type.Optional(Id('Ticket')),
      setor: Type.Optional(Id('Setor')),
    }),
    response: Type.Array(Attendant),
  },
  representatives: {
    ...lookup,
    path: '/sac/consultas/representantes',
    summary: 'Representantes',
    response: Type.Array(NamedOption),
  },
  sectors: { ...lookup, path: '/sac/consultas/setores', summary: 'Setores', response: Type.Array(Option) },
  regions: { ...lookup, path: '/sac/consultas/regioes', summary: 'Regiões', response: Type.Array(Option) },
  branches: {
    ...lookup,
    path: '/sac/consultas/filiais',
    summary: 'Filiais que a pessoa vê',
    response: Type.Array(
      Type.Object({
        idFil: Id('Filial'),
        razSoc: Type.String({ title: 'Razão social' }),
        fant: Type.String({ title: 'Nome fantasia' }),
      }),
    ),
  },
  carriers: {
    ...lookup,
    path: '/sac/consultas/transportadoras',
    summary: 'Transportadoras',
    response: Type.Array(NamedOption),
  },
  products: {
    method: 'GET',
    path: '/sac/consultas/produtos',
    summary: 'Pesquisar produtos',
    permission: 'SAC_TICKETS',
    query: Strict({
      q: Type.Optional(Text('Pesquisa', 100)),
      take: Type.Optional(Type.Integer({ title: 'Por página', minimum: 1, maximum: 100, default: 6 })),
      page: Type.Optional(Type.Integer({ title: 'Página', minimum: 1, maximum: 1000, default: 1 })),
    }),
    response: Page(ProductOption),
  },
});

/** A badge of a customer (document 000 section 9); for code BD, `texto` is the reason of the block. */
export const Badge = Type.Object({
  codigo: Type.String({ title: 'Código' }),
  texto: Type.String({ title: 'Texto' }),
});

/** A customer as named in lists and tickets: id - trade name, legal name. */
export const CustomerRef = Type.Object(
  {
    id: Id('Cliente'),
    fant: Type.String({ title: 'Nome fantasia' }),
    razSoc: Type.String({ title: 'Razão social' }),
    legendas: Type.Array(Badge, { title: 'Legendas' }),
  },
  { title: 'Cliente' },
);
export type CustomerRef = Static<typeof CustomerRef>;

export const CustomerBranch = Type.Object({
  idFil: Id('Filial'),
  razSoc: Type.String({ title: 'Razão social' }),
});

export const CarrierOption = Type.Object({
  id: Id('Transportadora'),
  razSoc: Type.String({ title: 'Razão social' }),
});
export type CarrierOption = Static<typeof CarrierOption>;
