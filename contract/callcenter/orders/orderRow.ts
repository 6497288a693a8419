import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { conditioned, groupedBy, inGroups, ListSums } from '../../listSums.ts';
import { Day, Decimal, Id, Instant, Nullable, Personal, Strict, Text } from '../../route.ts';
import { SHEET_FORMATS } from '../../rules/files.ts';
import { ORDER_ACTIONS } from '../../rules/orders/orderActions.ts';
import { FreightShare } from './freight.ts';

/** Shapes that quotes (orçamentos) and orders (pedidos) share: they are one record at two stages. */

export const ORDER_SORTS = ['id', 'dtHorInc', 'dtVal', 'vlTot'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

const Name = Type.String({ title: 'Nome' });
const Named = (title: string) => Type.Object({ id: Id(title), nome: Name }, { title });
const Described = (title: string) =>
  Type.Object({ id: Id(title), desc: Type.String({ title: 'Descrição' }) }, { title });

export const OrderCustomer = Type.Object(
  {
    id: Id('Cliente'),
    razSoc: Type.String({ title: 'Razão social' }),
    fant: Type.String({ title: 'Nome fantasia' }),
  },
  { title: 'Cliente' },
);

export const OrderStage = Type.Union([Type.Literal('ORCAMENTO'), Type.Literal('PEDIDO')], { title: 'Tipo' });
/** A value of contract/catalogs/orderStatus; a status that is not in the catalogue is shown unchanged. */
const Status = Type.String({ title: 'Situação' });
const LinkStatus = Nullable(Type.String({ title: 'Situação do link de pagamento' }));

/** A row in a list of quotes or orders (document 001 section 3, Quote). */
export const OrderRow = Type.Object(
  {
    id: Id('Número'),
    tipo: OrderStage,
    versao: Type.Integer({ title: 'Versão' }),
    cliente: OrderCustomer,
    colaborador: Named('Vendedor'),
    st: Status,
    /** Status of the latest link, shown in place of `st` together with its validity. */
    linkPagamentoStatus: LinkStatus,
    linkPagamento: Nullable(Type.Object({ validade: Instant('Validade do link') })),
    dtHorInc: Instant('Incluído em'),
    dtVal: Nullable(Day('Válido até')),
    dtProgr: Nullable(Day('Data programada')),
    dtMov: Instant('Último movimento'),
    grupo: Nullable(Type.Integer({ title: 'Grupo' })),
    qtdeIt: Type.Integer({ title: 'Itens' }),
    vlTot: Decimal('Valor total'),
    emitente: Described('Emitente'),
    canal: Type.String({ title: 'Canal' }),
    liberadoPara: Nullable(Type.String({ title: 'Liberado para' })),
  },
  { title: 'Orçamento ou pedido' },
);
export type OrderRow = Static<typeof OrderRow>;

export const PastOrderLine = Type.Object(
  {
    linha: Type.Integer({ title: 'Linha' }),
    codigo: Type.String({ title: 'Código' }),
    produto: Type.String({ title: 'Produto' }),
    unidade: Type.String({ title: 'Unidade' }),
    qtd: Decimal('Quantidade'),
    preco: Decimal('Preço'),
    vlTot: Decimal('Total'),
  },
  { title: 'Item de pedido anterior' },
);
export type PastOrderLine = Static<typeof PastOrderLine>;

/** An order made before the console or outside it (contract/records/pastOrders.ts), with all its lines. */
export const PastOrder = Type.Object(
  {
    id: Id('Pedido anterior'),
    numero: Type.String({ title: 'Número' }),
    data: Day('Data'),
    st: Status,
    filial: Type.String({ title: 'Filial' }),
    vendedor: Type.String({ title: 'Vendedor' }),
    vlTot: Decimal('Total'),
    obs: Type.String({ title: 'Observação' }),
    itens: Type.Array(PastOrderLine, { title: 'Itens' }),
  },
  { title: 'Pedido anterior' },
);
export type PastOrder = Static<typeof PastOrder>;

/** A quote that has not moved for a while. */
export const StalledRow = Type.Composite(
  [OrderRow, Type.Object({ dias: Type.Integer({ title: 'Dias sem movimento' }) })],
  { title: 'Orçamento parado' },
);
export type StalledRow = Static<typeof StalledRow>;

export const OrderItem = Type.Object(
  {
    id: Id('Linha'),
    linha: Type.Integer({ title: 'Posição' }),
    idFil: Id('Filial'),
    idProd: Id('Produto'),
    idExibicao: Type.String({ title: 'Código' }),
    descricao: Type.String({ title: 'Produto' }),
    embalagem: Type.String({ title: 'Embalagem' }),
    qtd: Decimal('Quantidade'),
    vlTabela: Decimal('Preço de tabela'),
    vlUnit: Decimal('Preço'),
    percDesc: Decimal('Desconto'),
    vlImpostos: Decimal('Impostos'),
    vlTot: Decimal('Total'),
    bonificado: Type.Boolean({ title: 'Bonificado' }),
    cor: Nullable(Type.String({ title: 'Cor' })),
    obs: Type.String({ title: 'Observação' }),
    filial: Type.Object(
      { id: Id('Filial'), razSoc: Type.String({ title: 'Razão social' }) },
      { title: 'Filial' },
    ),
  },
  { title: 'Item' },
);
export type OrderItem = Static<typeof OrderItem>;

export const PaymentLink = Type.Object(
  {
    status: Type.String({ title: 'Situação' }),
    valor: Decimal('Valor'),
    validade: Instant('Validade'),
    pagoEm: Nullable(Instant('Pago em')),
    /** Where the customer pays; present only while payment is possible. */
    url: Nullable(Type.String({ title: 'Endereço' })),
  },
  { title: 'Link de pagamento' },
);
export type PaymentLink = Static<typeof PaymentLink>;

const Action = Type.Union(
  ORDER_ACTIONS.map((action) => Type.Literal(action)),
  { title: 'Ação' },
);

/** A loss that is on record; `reabreAte` says until when it could be undone. */
export const QuoteLoss = Type.Object(
  {
    por: Nullable(Type.String({ title: 'Quem' })),
    em: Instant('Dado como perdido em'),
    reabreAte: Instant('Pode ser reaberto até'),
  },
  { title: 'Perda do orçamento' },
);
export type QuoteLoss = Static<typeof QuoteLoss>;

/** The read-only view (document 001 section 3), with the actions open to the person. */
export const OrderView = Type.Object(
  {
    id: Id('Número'),
    isPedido: Type.Boolean({ title: 'É pedido' }),
    versao: Type.Integer({ title: 'Versão' }),
    st: Status,
    acoes: Type.Array(Action, { title: 'O que a pessoa pode fazer' }),
    cliente: Type.Composite([
      OrderCustomer,
      Type.Object({
        documento: Personal('DOCUMENTO', Type.String({ title: 'CNPJ ou CPF' })),
        email: Personal('EMAIL', Type.String({ title: 'E-mail' })),
        motivoBloqueio: Nullable(Type.String({ title: 'Motivo do bloqueio' })),
      }),
    ]),
    colaborador: Named('Vendedor'),
    emitente: Described('Emitente'),
    dtHorInc: Instant('Incluído em'),
    dtVal: Nullable(Day('Válido até')),
    dtProgr: Nullable(Day('Data programada')),
    dtPedido: Nullable(Instant('Pedido em')),
    ordComp: Type.String({ title: 'Ordem de compra' }),
    cobranca: Nullable(
      Type.Object(
        {
          id: Id('Cobrança'),
          desc: Type.String({ title: 'Cobrança' }),
          taxaFixa: Decimal('Taxa fixa'),
          descTaxaFixa: Type.String({ title: 'Descrição da taxa' }),
          online: Type.Boolean({ title: 'Paga por link' }),
        },
        { title: 'Cobrança' },
      ),
    ),
    plano: Nullable(Described('Plano de pagamento')),
    tipoFrete: Nullable(Described('Tipo de frete')),
    transportadora: Nullable(Named('Transportadora')),
    redespacho: Nullable(Named('Redespacho')),
    retira: Type.Boolean({ title: 'Cliente retira' }),
    enderecoEntrega: Nullable(Personal('ENDERECO', Type.String({ title: 'Endereço de entrega' }))),
    obsEntrega: Type.String({ title: 'Observação de entrega' }),
    obsPedido: Type.String({ title: 'Observação do pedido' }),
    obsCliente: Type.String({ title: 'Observação do cliente' }),
    itens: Type.Array(OrderItem, { title: 'Itens' }),
    itensRemovidos: Type.Array(OrderItem, { title: 'Itens removidos' }),
    qtdeIt: Type.Integer({ title: 'Quantidade de itens' }),
    vlSubTot: Decimal('Subtotal'),
    vlTot: Decimal('Total'),
    vlBoni: Decimal('Bonificado'),
    vlImpostos: Decimal('Impostos'),
    vlFrete: Decimal('Frete'),
    freteSobreProdutos: FreightShare,
    cupom: Nullable(
      Type.Object(
        { codigo: Type.String({ title: 'Código' }), desconto: Decimal('Desconto') },
        { title: 'Cupom' },
      ),
    ),
    /** Profit in percent; `null` where the parameter hides it. */
    percLucro: Nullable(Decimal('Lucro')),
    exibeMargemLucro: Type.Boolean({ title: 'Mostra o lucro' }),
    grupo: Nullable(Type.Integer({ title: 'Grupo' })),
    canal: Type.String({ title: 'Canal' }),
    liberadoPara: Nullable(Type.String({ title: 'Liberado para' })),
    motivoPerda: Nullable(Type.String({ title: 'Motivo da perda' })),
    perda: Nullable(QuoteLoss),
    linkPagamento: Nullable(PaymentLink),
    notasFiscais: Type.Array(
      Type.Object({
        id: Id('Nota'),
        numNf: Type.Integer({ title: 'Número' }),
        dtSai: Day('Saída'),
        rastreio: Nullable(
          Type.Object({
            tipo: Type.String({ title: 'Tipo' }),
            codigo: Type.String({ title: 'Código de rastreio' }),
          }),
        ),
      }),
      { title: 'Notas fiscais' },
    ),
  },
  { title: 'Orçamento ou pedido' },
);
export type OrderView = Static<typeof OrderView>;

/** An entry in the history of a quote or order. */
export const OrderEntry = Type.Object(
  {
    id: Id('Registro'),
    tipo: Type.String({ title: 'Tipo' }),
    historico: Type.String({ title: 'O que houve' }),
    autor: Nullable(Type.String({ title: 'Quem' })),
    datahora_criacao: Instant('Quando'),
  },
  { title: 'Registro' },
);
export type OrderEntry = Static<typeof OrderEntry>;

const list = <T extends Parameters<typeof Type.Array>[0]>(item: T, title: string) =>
  Type.Optional(Type.Array(item, { title, maxItems: 100 }));

export const orderFilters = {
  /** Number, customer code, purchase order, or words of the customer's name. */
  q: Type.Optional(Text('Pesquisa', 100)),
  st: list(Text('Situação', 30), 'Situações'),
  link: list(Text('Situação do link', 20), 'Situações do link de pagamento'),
  filial: list(Id('Emitente'), 'Emitentes'),
  /** Leaders may name anyone; other people only themselves. */
  idColab: list(Id('Vendedor'), 'Vendedores'),
  idCli: Type.Optional(Id('Cliente')),
  canal: list(Text('Canal', 12), 'Canais'),
  dtIni: Type.Optional(Day('Incluído de')),
  dtFim: Type.Optional(Day('Incluído até')),
  ...inGroups,
  ...conditioned,
};

/** Sums and groups of a list of quotes or orders, whose path and permission each adds. */
export const orderSums = {
  method: 'GET',
  query: Strict({ ...orderFilters, ...groupedBy }),
  response: ListSums,
} as const;

export const orderSort = {
  orderBy: Type.Optional(
    Type.Union(
      ORDER_SORTS.map((sort) => Type.Literal(sort)),
      { title: 'Ordem' },
    ),
  ),
  direction: Type.Optional(Type.Union([Type.Literal('ASC'), Type.Literal('DESC')], { title: 'Direção' })),
};

export const sheetFormat = Type.Union(
  SHEET_FORMATS.map((format) => Type.Literal(format)),
  { title: 'Formato' },
);

/** The version that the caller read; foreign clients do not send it. */
export const versao = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1 }));

/** The addresses to which the PDF is e-mailed; defaults to the customer's own. */
export const emailBody = {
  email: Type.Optional(Type.String({ title: 'E-mail', maxLength: 100 })),
  mensagem: Type.Optional(Text('Mensagem', 1000)),
};
