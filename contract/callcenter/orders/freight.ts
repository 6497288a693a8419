import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, defineRoutes, Id, Instant, Nullable, Strict, Text } from '../../route.ts';
import { WEEKDAYS_PATTERN } from '../../rules/freight/delivery.ts';

/** A leg of the route (document 002 section 3). */
export const FreightLeg = Type.Object(
  {
    modo: Type.String({ title: 'Modo' }),
    origem: Type.String({ title: 'Origem' }),
    tabela: Type.String({ title: 'Tabela' }),
    tipoTabela: Type.String({ title: 'Tipo da tabela' }),
    prazo: Type.Integer({ title: 'Prazo em dias úteis' }),
    valor: Decimal('Valor'),
  },
  { title: 'Trecho' },
);
export type FreightLeg = Static<typeof FreightLeg>;

export const FreightQuote = Type.Object(
  {
    idTransp: Id('Transportadora'),
    nomeTransp: Type.String({ title: 'Nome da transportadora' }),
    prazo: Type.Integer({ title: 'Prazo em dias úteis' }),
    previsao: Nullable(Day('Previsão de entrega')),
    diasSemanaEntrega: Type.String({
      title: 'Dias de entrega, de domingo a sábado',
      pattern: WEEKDAYS_PATTERN,
    }),
    /** The carrier has to be asked for a price. */
    aConsultar: Type.Boolean({ title: 'A consultar' }),
    valor: Decimal('Valor'),
    vlMin: Decimal('Valor mínimo'),
    vlIsenta: Nullable(Decimal('Isenta a partir de')),
    selecionavel: Type.Boolean({ title: 'Pode ser escolhida' }),
    trechos: Type.Array(FreightLeg, { title: 'Trechos' }),
  },
  { title: 'Cotação de frete' },
);
export type FreightQuote = Static<typeof FreightQuote>;

/** The freight that the customer pays as part of the price of the goods (document 002 section 9). */
export const FreightShare = Type.Object(
  {
    percentual: Decimal('Percentual'),
    /** Whether the goods are given more weight because they go to Mato Grosso do Sul. */
    fatorMS: Type.Boolean({ title: 'Fator MS' }),
  },
  { title: 'Frete sobre os produtos' },
);

/** A seal that proves, when an offer comes back with a change to the quote, that this server issued it. */
export const FreightSeal = (title: string) => Type.String({ title, minLength: 20, maxLength: 2000 });

/** `selo` is `null` where the offer cannot be chosen. */
export const FreightOffer = Type.Composite(
  [FreightQuote, Type.Object({ selo: Nullable(FreightSeal('Selo da oferta')) })],
  { title: 'Oferta de frete' },
);
export type FreightOffer = Static<typeof FreightOffer>;

const CarrierName = Type.Object({ id: Id('Transportadora'), nome: Type.String({ title: 'Nome' }) });

/** `error` says why there are no quotes; the other fields still allow freight to be entered by hand. */
export const FreightAnswer = Type.Object({
  cotacoes: Type.Array(FreightOffer, { title: 'Cotações' }),
  /** Why no offer can be chosen and the answer is for information only. */
  consulta: Nullable(Type.String({ title: 'Por que só serve de consulta' })),
  /**
   * Whether it was calculated for a place other than the delivery address; it could be chosen if that place became the
   * delivery address.
   */
  outroDestino: Type.Boolean({ title: 'Outro destino' }),
  /** Allows a carrier and an amount to be entered by hand. */
  seloManual: Nullable(FreightSeal('Selo do frete informado à mão')),
  numero: Type.String({ title: 'Número da cotação' }),
  error: Type.Optional(Type.Object({ message: Type.String({ title: 'Mensagem' }) })),
  /** The destination of the request, after city and postal code were looked up. */
  destino: Type.Object({
    uf: Type.String({ title: 'UF' }),
    cidade: Type.String({ title: 'Cidade' }),
    ibge: Type.String({ title: 'Código IBGE' }),
    cep: Type.String({ title: 'CEP' }),
  }),
  /** The inputs for calculating the payable freight (document 002 section 9). */
  calculo: Type.Object({
    percentualEmbutido: Decimal('Frete embutido em %'),
    minimoIsencao: Nullable(Decimal('Isenção a partir de')),
    valorPago: Decimal('Frete já pago'),
    /** Whether the buyer pays the carrier (FOB), so that nothing is charged here. */
    clientePaga: Type.Boolean({ title: 'O cliente paga à transportadora' }),
    /** Whether an amount other than the calculated one may be charged (`permiteAbonarFrete`). */
    podeAbonar: Type.Boolean({ title: 'Pode abonar o frete' }),
  }),
  /** Carriers that may be chosen when freight is entered by hand. */
  transportadoras: Type.Array(CarrierName, { title: 'Transportadoras do cliente' }),
});
export type FreightAnswer = Static<typeof FreightAnswer>;

/** An order waiting to go to the same address, whose goods could travel along. */
export const RelatedOrder = Type.Object({
  id: Id('Pedido'),
  status: Type.String({ title: 'Situação' }),
  total: Decimal('Total'),
  frete: Decimal('Frete'),
  transportadora: Nullable(Type.String({ title: 'Transportadora' })),
  dtPedido: Instant('Data do pedido'),
  mesmoGrupo: Type.Boolean({ title: 'Do mesmo orçamento' }),
});
export type RelatedOrder = Static<typeof RelatedOrder>;

export const TrackingEvent = Type.Object(
  {
    codigo: Type.String({ title: 'Código' }),
    data_hora: Instant('Data e hora'),
    descricao: Type.String({ title: 'Descrição' }),
  },
  { title: 'Ocorrência' },
);
export type TrackingEvent = Static<typeof TrackingEvent>;

const NotNegative = (title: string) => Type.String({ title, pattern: '^\\d{1,10}(\\.\\d{1,8})?$' });
const ofQuote = Strict({ orcamentoId: Id('Orçamento') });

export const freightRoutes = defineRoutes({
  quotes: {
    method: 'GET',
    path: '/callcenter/transporte/cotacao/{orcamentoId}',
    summary: 'Cotações de frete de um orçamento',
    permission: 'ORCAMENTO',
    params: ofQuote,
    query: Strict({
      cidade: Type.Optional(Text('Cidade, nome ou código IBGE', 60)),
      uf: Type.Optional(Type.String({ title: 'UF', pattern: '^([A-Z]{2})?$' })),
      cepEntrega: Type.Optional(Type.String({ title: 'CEP', pattern: '^(\\d{5}-?\\d{3})?$' })),
      /** A quote that has lines uses its own weight and total instead. */
      peso: NotNegative('Peso em kg'),
      total: NotNegative('Valor total'),
      redespacho: Type.Optional(Type.Integer({ title: 'Redespacho', minimum: 0, maximum: 1, default: 0 })),
      idTipoFrete: Id('Tipo de frete'),
      condicionais: Type.Optional(
        Type.Array(Id('Condição'), { title: 'Condicionais', maxItems: 1, uniqueItems: true }),
      ),
    }),
    response: FreightAnswer,
  },
  related: {
    method: 'GET',
    path: '/callcenter/transporte/cotacao/{orcamentoId}/pedidos-relacionados',
    summary: 'Pedidos que podem viajar com um orçamento',
    permission: 'ORCAMENTO',
    params: ofQuote,
    response: Type.Array(RelatedOrder),
  },
  conditions: {
    method: 'GET',
    path: '/callcenter/condicionais-frete',
    summary: 'Condicionais de frete',
    permission: 'ORCAMENTO',
    response: Type.Array(Type.Object({ id: Id('Condição'), descricao: Type.String({ title: 'Descrição' }) })),
  },
  /** Only for a consignment whose invoice the person may see. */
  tracking: {
    method: 'GET',
    areas: ['sac', 'callcenter'],
    path: '/transporte/rastreio/{tipo}/{codigo}',
    summary: 'Rastreio de uma entrega',
    permission: 'session',
    params: Strict({
      tipo: Text('Tipo de rastreio', 30, { minLength: 1 }),
      codigo: Text('Código de rastreio', 60, { minLength: 1 }),
    }),
    response: Type.Object({
      data: Type.Object({ ocorrencias: Type.Array(TrackingEvent, { title: 'Ocorrências' }) }),
    }),
  },
});
