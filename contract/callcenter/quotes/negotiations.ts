import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary } from '../../config/platform.ts';
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
  onlyIds,
  Page,
  pageQuery,
  Strict,
  Text,
} from '../../route.ts';
import { SHEET_FORMATS } from '../../rules/files.ts';
import { CustomerRef, NamedOption } from '../../sac/lookups.ts';
import { RowResults } from '../../sharedShapes.ts';

export const NEGOTIATION_SORTS = ['dtHorInc', 'idPedido'] as const;
export type NegotiationSort = (typeof NEGOTIATION_SORTS)[number];

/** Maximum number of rows in one command. */
export const NEGOTIATION_ROWS = 200;

const Price = (title: string) => Type.Union([Text(title, 20), Type.Number()], { title });
const Version = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }));

/** A requested price for one line of a quote. */
export const Negotiation = Type.Object(
  {
    id: Id('Negociação'),
    idPedido: Id('Orçamento'),
    idItem: Id('Item do orçamento'),
    status: Type.String({
      title: 'Situação',
      description: 'P pendente, A autorizado, N negado, C cancelado',
    }),
    cliente: CustomerRef,
    filial: NamedOption,
    produto: Type.Object({
      id: Id('Produto'),
      idExibicao: Type.String({ title: 'Código' }),
      descricao: Type.String({ title: 'Descrição' }),
      unidade: Type.String({ title: 'Unidade' }),
    }),
    /** In packagings; the prices are per packaging. */
    quantidade: Decimal('Quantidade'),
    embalagem: Type.Object(
      { unidade: Type.String({ title: 'Unidade' }), fator_conversao: Decimal('Fator de conversão') },
      { title: 'Embalagem' },
    ),
    precoTabela: Decimal('Preço de tabela'),
    precoSolicitado: Decimal('Preço solicitado'),
    precoAutorizado: Nullable(Decimal('Preço autorizado')),
    /** The payment terms of the request: the plan and its effect on the price. */
    condicao: Type.String({ title: 'Condição de pagamento' }),
    /** Discount of the requested price relative to the list price. */
    percDesconto: Decimal('Desconto solicitado'),
    solicitante: NamedOption,
    motivo: Nullable(Type.String({ title: 'Motivo' })),
    idMotivo: Nullable(Id('Motivo')),
    obs: Type.String({ title: 'Observação' }),
    dtHorInc: Instant('Solicitado em'),
    decisor: Nullable(NamedOption),
    dtHorDecisao: Nullable(Instant('Decidido em')),
    motivoDecisao: Type.String({ title: 'Motivo da decisão' }),
    /** Whether the requester has read the decision. */
    ciente: Type.Boolean({ title: 'Ciente' }),
    versao: Type.Integer({ title: 'Versão' }),
    /** The actions that are open to this person now. */
    acoes: Type.Object({
      decidir: Type.Boolean({ title: 'Decidir' }),
      alterar: Type.Boolean({ title: 'Alterar' }),
      cancelar: Type.Boolean({ title: 'Cancelar' }),
      estarCiente: Type.Boolean({ title: 'Marcar como ciente' }),
    }),
  },
  { title: 'Preço negociado' },
);
export type Negotiation = Static<typeof Negotiation>;

/** A price that the customer paid for the product before, on an invoice or an order made elsewhere. */
export const CustomerPurchase = Type.Object({
  numNf: Nullable(Type.Integer({ title: 'Nota fiscal' })),
  pedido: Nullable(Type.String({ title: 'Pedido anterior' })),
  data: Day('Data'),
  quantidade: Decimal('Quantidade'),
  unidade: Type.String({ title: 'Unidade' }),
  preco: Decimal('Preço'),
});
/** An earlier request for the same product and customer. */
export const EarlierNegotiation = Type.Object({
  id: Id('Negociação'),
  idPedido: Id('Orçamento'),
  status: Type.String({ title: 'Situação' }),
  dtHorInc: Instant('Solicitado em'),
  quantidade: Decimal('Quantidade'),
  precoSolicitado: Decimal('Preço solicitado'),
  precoAutorizado: Nullable(Decimal('Preço autorizado')),
  solicitante: Type.String({ title: 'Solicitante' }),
  decisor: Nullable(Type.String({ title: 'Decisor' })),
});

/** Cost and margins, in percent of the price. Only for deciders, and where the branch shows the margin. */
export const NegotiationMargin = Type.Object(
  {
    custo: Decimal('Custo'),
    tabela: Decimal('Lucro no preço de tabela'),
    solicitado: Decimal('Lucro no preço solicitado'),
    autorizado: Nullable(Decimal('Lucro no preço autorizado')),
  },
  { title: 'Lucro' },
);

export const NegotiationDetail = Type.Composite(
  [
    Negotiation,
    Type.Object({
      precoAtual: Decimal('Preço no orçamento'),
      margem: Nullable(NegotiationMargin),
      compras: Type.Array(CustomerPurchase, { title: 'Compras do cliente' }),
      negociacoes: Type.Array(EarlierNegotiation, { title: 'Negociações anteriores' }),
    }),
  ],
  { title: 'Detalhes do preço negociado' },
);
export type NegotiationDetail = Static<typeof NegotiationDetail>;

/** The quote that the prices belong to. */
const quote = {
  idPedido: Id('Orçamento'),
  status: Type.String({ title: 'Situação do orçamento' }),
  /** Whether prices can still be requested and decided. */
  aberto: Type.Boolean({ title: 'Em aberto' }),
  versao: Type.Integer({ title: 'Versão' }),
  cliente: CustomerRef,
  filial: NamedOption,
  vendedor: NamedOption,
  condicao: Nullable(Type.String({ title: 'Condição de pagamento' })),
  total: Decimal('Total do orçamento'),
};

export const NegotiatedQuote = Type.Object(
  { ...quote, itens: Type.Array(Negotiation, { title: 'Preços negociados' }) },
  { title: 'Preços negociados de um orçamento' },
);
export const NegotiatedQuoteDetail = Type.Object(
  { ...quote, itens: Type.Array(NegotiationDetail, { title: 'Preços negociados' }) },
  { title: 'Detalhes dos preços negociados de um orçamento' },
);
export type NegotiatedQuoteDetail = Static<typeof NegotiatedQuoteDetail>;

/** The pending ones (P) if nothing is said, and all if their ids are. */
const Status = (names: string[]) =>
  Type.Optional(
    Type.Union(
      names.map((name) => Type.Literal(name)),
      { title: 'Situação' },
    ),
  );

/** `inicio`, `fim` and `sortBy` are the short form of the same filters; the days are those of the person's branch. */
const filters = {
  status: Status(['P', 'A', 'N', 'C', 'TODOS']),
  dtIni: Type.Optional(Day('De')),
  dtFim: Type.Optional(Day('Até')),
  inicio: Type.Optional(Day('De')),
  fim: Type.Optional(Day('Até')),
  termo: Type.Optional(Text('Orçamento, cliente ou produto', 100)),
  meus: Type.Optional(Type.Boolean({ title: 'Solicitados por mim' })),
  /** Decided, but not yet read by the requester. */
  semCiencia: Type.Optional(Type.Boolean({ title: 'Aguardando ciência' })),
};
const Sort = Type.Optional(
  Type.Union(
    NEGOTIATION_SORTS.map((name) => Type.Literal(name)),
    { title: 'Ordem' },
  ),
);
const sorting = { orderBy: Sort, sortBy: Sort, direction: Type.Optional(Direction) };

const ids = Type.Array(Id('Negociação'), { title: 'Negociações', minItems: 1, maxItems: NEGOTIATION_ROWS });
const params = Strict({ idPedido: Id('Orçamento') });

const requested = {
  preco: Price('Preço desejado'),
  idMotivo: Type.Optional(Nullable(Id('Motivo'))),
  obs: Type.Optional(Text('Observação', 500)),
};
/** What is asked for a line, whether it is requested or a request is changed. */
export const PriceRequest = Strict(requested);
const list = { method: 'GET', path: '/callcenter/precos-negociados', permission: 'PRECO_NEGOCIADO' } as const;
const decide = { path: list.path, permission: 'PRECO_NEGOCIADO_DECIDIR', idempotent: true } as const;

export const negotiationRoutes = defineRoutes({
  list: {
    ...list,
    summary: 'Listar preços negociados',
    query: Strict({
      ...pageQuery,
      ...filters,
      ...sorting,
      /** The outcome of rows that a list shows. */
      ...onlyIds('Negociação'),
    }),
    response: Page(Negotiation),
  },
  export: {
    ...list,
    path: '/callcenter/precos-negociados/exportar',
    summary: 'Exportar preços negociados para uma planilha',
    query: Strict({
      ...filters,
      ...sorting,
      formato: Type.Optional(
        Type.Union(
          SHEET_FORMATS.map((format) => Type.Literal(format)),
          { title: 'Formato', default: 'xlsx' },
        ),
      ),
    }),
    file: true,
    response: Binary,
  },
  reasons: {
    ...list,
    path: '/callcenter/precos-negociados/motivos',
    summary: 'Motivos para negociar um preço',
    response: Type.Array(NamedOption),
  },
  details: {
    ...list,
    path: '/callcenter/precos-negociados/{idPedido}/detalhes',
    summary: 'Preços negociados de um orçamento, com histórico do cliente',
    params,
    response: One(NegotiatedQuoteDetail),
  },
  ofQuote: {
    ...list,
    path: '/callcenter/precos-negociados/{idPedido}',
    summary: 'Preços negociados de um orçamento',
    params,
    response: One(NegotiatedQuote),
  },
  /** One pending request per line, and only on an open quote. */
  request: {
    method: 'POST',
    path: list.path,
    summary: 'Solicitar preços negociados para um orçamento',
    permission: 'PRECO_NEGOCIADO_SOLICITAR',
    body: Strict({
      idPedido: Id('Orçamento'),
      versao: Version,
      itens: Type.Array(
        Strict({
          idItem: Id('Item do orçamento'),
          ...requested,
        }),
        { title: 'Itens', minItems: 1, maxItems: NEGOTIATION_ROWS },
      ),
    }),
    idempotent: true,
    response: Done,
  },
  /** Changes the person's own pending requests of a quote. */
  change: {
    method: 'PUT',
    path: '/callcenter/precos-negociados/{idPedido}',
    summary: 'Alterar preços solicitados de um orçamento',
    permission: 'PRECO_NEGOCIADO_SOLICITAR',
    params,
    body: Strict({
      itens: Type.Array(
        Strict({
          id: Id('Negociação'),
          versao: Version,
          ...requested,
        }),
        { title: 'Itens', minItems: 1, maxItems: NEGOTIATION_ROWS },
      ),
    }),
    idempotent: true,
    response: Done,
  },
  /** Writes the price into the quote; `preco` authorises a price other than the requested one. */
  authorize: {
    ...decide,
    method: 'PUT',
    summary: 'Autorizar preços negociados',
    body: Strict({
      itens: Type.Array(
        Strict({ id: Id('Negociação'), versao: Version, preco: Type.Optional(Price('Preço autorizado')) }),
        { title: 'Itens', minItems: 1, maxItems: NEGOTIATION_ROWS },
      ),
      motivo: Type.Optional(Text('Motivo', 500)),
    }),
    response: RowResults,
  },
  deny: {
    ...decide,
    method: 'DELETE',
    summary: 'Negar preços negociados',
    query: Strict({ ids, motivo: Text('Motivo', 500) }),
    response: RowResults,
  },
  /** Cancels the person's own pending requests. */
  cancel: {
    method: 'DELETE',
    path: '/callcenter/precos-negociados/cancelar',
    summary: 'Cancelar as próprias solicitações de preço',
    permission: 'PRECO_NEGOCIADO_SOLICITAR',
    query: Strict({ ids }),
    idempotent: true,
    response: RowResults,
  },
  /** Marks the decision on the person's own requests as read. */
  seen: {
    method: 'POST',
    path: '/callcenter/precos-negociados/estou-ciente',
    summary: 'Marcar decisões de preço como lidas',
    permission: 'PRECO_NEGOCIADO',
    body: Strict({ ids }),
    idempotent: true,
    response: RowResults,
  },
});
