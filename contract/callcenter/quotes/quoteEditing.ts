import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, Done, defineRoutes, Id, Instant, Nullable, One, Strict, Text } from '../../route.ts';
import { Version } from '../../sharedShapes.ts';
import { FreightSeal } from '../orders/freight.ts';
import { OfferChanges, OfferChoice } from './offerShapes.ts';
import { ProposedTerms } from './proposedTerms.ts';
import { EnteredLines, LineEntries } from './quoteEntry.ts';
import { Described, EditedQuote } from './quoteShapes.ts';
import { QuoteTaxes } from './quoteTaxes.ts';
import { Simulation } from './simulation.ts';

const IdOrNone = (title: string) => Type.Optional(Nullable(Id(title)));
const Note = (title: string) => Type.Optional(Text(title, 500));
/** A unit price without sign; `casasPreco` says how many decimals it may have. */
const Price = (title: string) => Type.String({ title, pattern: '^\\d{1,9}(\\.\\d{1,4})?$' });
/** An amount of money without sign, in cents. */
const Amount = (title: string) => Type.String({ title, pattern: '^\\d{1,9}(\\.\\d{1,2})?$' });
const Quantity = (title: string) => Type.String({ title, pattern: '^\\d{1,9}(\\.\\d{1,3})?$' });

/**
 * One change to a line. With `id` it changes that line, without it a new line is added; lines that are not named are left
 * unchanged. `removido` sets a line aside (`true`) or restores it (`false`). Without `preco`, the price table and the
 * quantity rules determine the price; a price that was never edited follows the quantity.
 */
export const ItemChange = Strict(
  {
    id: Type.Optional(Id('Item')),
    idProd: Type.Optional(Id('Produto')),
    idFil: Type.Optional(Id('Filial')),
    idEmb: Type.Optional(Type.Integer({ title: 'Embalagem', minimum: 0, maximum: 2147483647 })),
    qtde: Type.Optional(Quantity('Quantidade')),
    preco: Type.Optional(Nullable(Price('Preço'))),
    bonificado: Type.Optional(Type.Boolean({ title: 'Bonificado' })),
    idCor: IdOrNone('Cor'),
    observacao: Type.Optional(Text('Observação', 255)),
    removido: Type.Optional(Type.Boolean({ title: 'Removido' })),
  },
  { title: 'Mudança de um item' },
);
export type ItemChange = Static<typeof ItemChange>;

/**
 * The chosen freight. `selo` comes from the answer of the freight call. The seal of an offer supplies all its data; with the
 * seal for freight entered by hand, carrier, amount and days are given beside it. Without `valorPagar` the customer pays the
 * calculated amount.
 */
export const FreightChange = Strict(
  {
    selo: FreightSeal('Selo'),
    idTransp: Type.Optional(Id('Transportadora')),
    prazo: Type.Optional(Type.Integer({ title: 'Prazo', minimum: 0, maximum: 365 })),
    valorOriginal: Type.Optional(Amount('Valor da transportadora')),
    valorPagar: Type.Optional(Amount('Valor a pagar')),
  },
  { title: 'Frete escolhido' },
);
export type FreightChange = Static<typeof FreightChange>;

/** Absent fields are left unchanged; `null` clears a field. */
export const QuoteChange = Strict(
  {
    versao: Version,
    dtVal: Type.Optional(Nullable(Day('Válido até'))),
    dtProgr: Type.Optional(Nullable(Day('Data programada'))),
    ordComp: Type.Optional(Text('Ordem de compra', 60)),
    idCobranca: IdOrNone('Cobrança'),
    idPlano: IdOrNone('Plano de pagamento'),
    idTabelaPreco: IdOrNone('Tabela de preço'),
    idTipoFrete: IdOrNone('Tipo de frete'),
    idTransportadora: IdOrNone('Transportadora'),
    idRedespacho: IdOrNone('Redespacho'),
    idOrigem: IdOrNone('Origem'),
    retira: Type.Optional(Type.Boolean({ title: 'Cliente retira' })),
    /** `null` means the customer's own address. Naming one clears pickup, carriers and freight (document 002 section 4). */
    idEnderecoEntrega: IdOrNone('Endereço de entrega'),
    frete: Type.Optional(Nullable(FreightChange)),
    obsEntrega: Note('Observação da entrega'),
    obsPedido: Note('Observação do pedido'),
    obsCliente: Note('Observação do cliente'),
    itens: Type.Optional(Type.Array(ItemChange, { title: 'Mudanças de itens', maxItems: 500 })),
  },
  { title: 'Mudanças de um orçamento' },
);
export type QuoteChange = Static<typeof QuoteChange>;

export const QuoteLight = Type.Object(
  {
    nome: Type.String({ title: 'Sinaleira' }),
    cor: Type.Union(
      [Type.Literal('VERDE'), Type.Literal('AMARELO'), Type.Literal('VERMELHO'), Type.Literal('CINZA')],
      {
        title: 'Cor',
      },
    ),
    motivo: Type.String({ title: 'Motivo' }),
  },
  { title: 'Sinaleira' },
);
export const TrafficLights = Type.Object(
  {
    sinaleiras: Type.Array(QuoteLight, { title: 'Sinaleiras' }),
    liberacao: Nullable(
      Type.Object(
        {
          cores: Type.Array(Type.String({ title: 'Sinaleira' }), { title: 'Liberadas' }),
          motivo: Type.String({ title: 'Motivo' }),
          por: Type.String({ title: 'Por' }),
          em: Instant('Em'),
        },
        { title: 'Liberação' },
      ),
    ),
    /** Red lights that nobody has overridden. */
    pendentes: Type.Array(Type.String({ title: 'Sinaleira' }), { title: 'Pendentes' }),
  },
  { title: 'Sinaleiras do orçamento' },
);
export type TrafficLights = Static<typeof TrafficLights>;

export const QuoteCampaign = Type.Object(
  {
    id: Id('Campanha'),
    nome: Type.String({ title: 'Nome' }),
    descricao: Type.String({ title: 'Descrição' }),
    tipo: Type.Union([Type.Literal('DESCONTO'), Type.Literal('PONTOS')], { title: 'Tipo' }),
    valor: Decimal('Valor'),
    quantidade: Decimal('Quantidade no orçamento'),
    quantidadeMinima: Decimal('Quantidade mínima'),
    /** Whether its products reach the minimum quantity. */
    atende: Type.Boolean({ title: 'Os itens atendem' }),
    aceita: Type.Boolean({ title: 'Aceita' }),
    fim: Day('Até'),
  },
  { title: 'Campanha' },
);
export type QuoteCampaign = Static<typeof QuoteCampaign>;

const params = Strict({ id: Id('Orçamento') });
const byOrder = Strict({ idPedido: Id('Orçamento') });
const edits = { permission: 'ORCAMENTO_EDITAR', idempotent: true } as const;

/** Editing of quotes. ORCAMENTO permits reading, ORCAMENTO_EDITAR changes. */
export const quoteEditingRoutes = defineRoutes({
  create: {
    ...edits,
    method: 'POST',
    path: '/callcenter/orcamentos',
    summary: 'Abrir um orçamento para um cliente e uma filial',
    body: Strict({
      idCli: Id('Cliente'),
      /** Defaults to the first branch that serves the customer. */
      idFil: Type.Optional(Id('Filial')),
      idOrigem: IdOrNone('Origem'),
      /** Payment, freight, carriers and delivery address of the customer's newest order, as far as the person could choose them today. */
      proporCondicoes: Type.Optional(Type.Boolean({ title: 'Propor as condições do último pedido' })),
    }),
    response: One(
      Type.Object({
        id: Id('Orçamento'),
        message: Type.String({ title: 'Mensagem' }),
        proposta: Nullable(ProposedTerms),
      }),
    ),
  },
  update: {
    ...edits,
    method: 'PUT',
    path: '/callcenter/orcamentos/{id}',
    summary: 'Alterar um orçamento e os seus itens',
    params,
    body: QuoteChange,
    response: One(EditedQuote),
  },
  /** Like `update`, but called while the user types: writes one log entry per editing session instead of one per pause. */
  autosave: {
    ...edits,
    method: 'PUT',
    path: '/callcenter/orcamentos/{id}/autosave',
    summary: 'Salvar o orçamento enquanto ele é editado',
    params,
    body: QuoteChange,
    response: One(EditedQuote),
  },
  /** Adds what was typed one after the other, each judged alone and answered at its place; a repeat adds nothing. */
  enter: {
    ...edits,
    method: 'POST',
    path: '/callcenter/orcamentos/{id}/linhas',
    summary: 'Incluir em um orçamento vários produtos digitados',
    params,
    body: Strict({ versao: Version, linhas: LineEntries }),
    response: One(EnteredLines),
  },
  /** Reads a pasted list; what is sure becomes lines, the rest is answered with likely products. */
  paste: {
    ...edits,
    method: 'POST',
    path: '/callcenter/orcamentos/{id}/colar',
    summary: 'Incluir em um orçamento uma lista colada',
    params,
    body: Strict({ versao: Version, texto: Text('Lista', 40000, { minLength: 1 }) }),
    response: One(EnteredLines),
  },
  cart: {
    method: 'GET',
    path: '/callcenter/orcamentos/{id}/carrinho',
    summary: 'Ver um orçamento para editar',
    permission: 'ORCAMENTO',
    params,
    response: One(EditedQuote),
  },
  /** An empty code removes the coupon. */
  coupon: {
    ...edits,
    method: 'POST',
    path: '/callcenter/orcamentos/{idPedido}/cupons',
    summary: 'Usar ou retirar um cupom',
    params: byOrder,
    body: Strict({ codigo: Text('Cupom', 40), versao: Version }),
    response: One(EditedQuote),
  },
  campaigns: {
    method: 'GET',
    path: '/callcenter/campanhas-comerciais/{idPedido}',
    summary: 'Campanhas que servem aos itens de um orçamento',
    permission: 'ORCAMENTO',
    params: byOrder,
    response: Type.Array(QuoteCampaign),
  },
  /** All accepted campaigns; those not named are withdrawn. */
  acceptCampaigns: {
    ...edits,
    method: 'POST',
    path: '/callcenter/campanhas-comerciais/{idPedido}',
    summary: 'Aceitar campanhas em um orçamento',
    params: byOrder,
    body: Strict({
      campanhas: Type.Array(Id('Campanha'), { title: 'Campanhas', maxItems: 50, uniqueItems: true }),
      versao: Version,
    }),
    response: One(EditedQuote),
  },
  lights: {
    method: 'GET',
    path: '/callcenter/sinaleiras/{id}',
    summary: 'Sinaleiras de um orçamento',
    permission: 'ORCAMENTO',
    params,
    response: One(TrafficLights),
  },
  evaluateLights: {
    ...edits,
    method: 'POST',
    path: '/callcenter/sinaleiras/{id}',
    summary: 'Avaliar e guardar as sinaleiras de um orçamento',
    params,
    body: Strict({ versao: Version }),
    response: One(TrafficLights),
  },
  releaseLights: {
    method: 'PUT',
    path: '/callcenter/sinaleiras/{id}',
    summary: 'Liberar as sinaleiras vermelhas de um orçamento',
    permission: 'ORCAMENTO_SINALEIRAS',
    idempotent: true,
    params,
    body: Strict({ motivo: Text('Motivo', 255, { minLength: 3 }), versao: Version }),
    response: One(TrafficLights),
  },
  /** Decides line by line between the proposal and today's prices. */
  offer: {
    ...edits,
    method: 'PUT',
    path: '/callcenter/orcamentos/{id}/proposta',
    summary: 'Usar os preços de hoje ou manter os propostos',
    params,
    body: Strict({
      versao: Version,
      itens: Type.Array(Strict({ id: Id('Item'), usar: OfferChoice }, { title: 'Decisão de um item' }), {
        title: 'Decisões',
        minItems: 1,
        maxItems: 500,
      }),
    }),
    response: One(EditedQuote),
  },
  /** Also for orders and expired quotes: what a copy, a renewal or the way back to a quote would change. */
  offerChanges: {
    method: 'GET',
    path: '/callcenter/orcamentos/{id}/mudancas',
    summary: 'O que mudou desde a proposta',
    permission: 'ORCAMENTO',
    params,
    response: One(OfferChanges),
  },
  /** How far one may go with a line: judged as if it were saved with this quantity and price. */
  simulate: {
    method: 'GET',
    path: '/callcenter/orcamentos/{id}/simular',
    summary: 'Simular o preço de um item de um orçamento',
    permission: 'ORCAMENTO_EDITAR',
    params,
    query: Strict({
      idItem: Id('Item'),
      qtde: Type.Optional(Quantity('Quantidade')),
      preco: Type.Optional(Price('Preço')),
      /** The price by the rules, instead of one that was given to the line. */
      precoDasRegras: Type.Optional(Type.Boolean({ title: 'Com o preço das regras' })),
    }),
    response: One(Simulation),
  },
  taxes: {
    method: 'GET',
    path: '/callcenter/orcamentos/calcular-impostos/{pedidoId}',
    summary: 'Impostos de um orçamento ou pedido',
    permission: 'ORCAMENTO',
    params: Strict({ pedidoId: Id('Orçamento') }),
    response: One(QuoteTaxes),
  },
  mixToQuote: {
    ...edits,
    method: 'PUT',
    path: '/callcenter/mixes/orcamento/{id}',
    summary: 'Incluir produtos do mix em um orçamento',
    params,
    body: Strict({
      produtos: Type.Array(Id('Produto'), {
        title: 'Produtos',
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
      }),
      versao: Version,
    }),
    response: One(EditedQuote),
  },
  /** Adds products to an order, which is allowed only while the order may still be changed. */
  mixToOrder: {
    ...edits,
    method: 'PUT',
    path: '/callcenter/mixes/pedido/{id}',
    summary: 'Incluir produtos do mix em um pedido aberto',
    params,
    body: Strict({
      produtos: Type.Array(Id('Produto'), {
        title: 'Produtos',
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
      }),
      versao: Version,
    }),
    response: Done,
  },
  /** All options for the header of a quote in one answer. */
  choices: {
    method: 'GET',
    path: '/callcenter/orcamentos/{id}/opcoes',
    summary: 'Cobranças, planos, tabelas e fretes de um orçamento',
    permission: 'ORCAMENTO',
    params,
    response: One(
      Type.Object(
        {
          cobrancas: Type.Array(Described('Cobrança'), { title: 'Cobranças' }),
          planos: Type.Array(
            Type.Object({
              id: Id('Plano'),
              desc: Type.String({ title: 'Descrição' }),
              percentual: Decimal('Percentual'),
              minimo: Decimal('Valor mínimo'),
            }),
            { title: 'Planos' },
          ),
          tabelas: Type.Array(Described('Tabela'), { title: 'Tabelas de preço' }),
          tiposFrete: Type.Array(
            Type.Object({
              id: Id('Tipo'),
              desc: Type.String({ title: 'Descrição' }),
              proprio: Type.Boolean({ title: 'Frota própria' }),
            }),
            { title: 'Tipos de frete' },
          ),
          transportadoras: Type.Array(Described('Transportadora'), { title: 'Transportadoras' }),
        },
        { title: 'Opções do orçamento' },
      ),
    ),
  },
});
