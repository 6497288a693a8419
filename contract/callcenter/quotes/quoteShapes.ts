import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, Id, Instant, Nullable, Personal } from '../../route.ts';
import { FreightShare } from '../orders/freight.ts';
import { QuoteLoss } from '../orders/orderRow.ts';
import { LineOfferShape, OfferChange } from './offerShapes.ts';

/** Shapes of a quote that is being edited, and of the products that go into it (document 002 section 3). */

const Words = (title: string) => Type.String({ title });
const Flag = (title: string) => Type.Boolean({ title });
export const Described = (title: string) =>
  Type.Object({ id: Id(title), desc: Type.String({ title: 'Descrição' }) }, { title });
const Named = (title: string) =>
  Type.Object({ id: Id(title), nome: Type.String({ title: 'Nome' }) }, { title });

/** How a product is sold (packaging helper). `id` 0 is the single unit of a product without packagings. */
export const Packaging = Type.Object(
  {
    id: Type.Integer({ title: 'Embalagem' }),
    emb: Words('Nome'),
    unidade: Words('Unidade'),
    fracionavel: Flag('Aceita fração'),
    fator_conversao: Decimal('Fator de conversão'),
    fator_preco: Decimal('Fator de preço'),
    divisor_unidade: Decimal('Divisor da unidade'),
    multiplo: Decimal('Múltiplo'),
    padrao: Flag('Padrão'),
  },
  { title: 'Embalagem' },
);
export type Packaging = Static<typeof Packaging>;

export const PriceRuleShape = Type.Object(
  {
    qtdMin: Decimal('Acima de'),
    qtdMax: Decimal('Até'),
    perc: Decimal('Percentual'),
    multiplo: Decimal('Múltiplo'),
  },
  { title: 'Regra de preço' },
);

export const StockLevel = Type.Union([Type.Literal('1'), Type.Literal('2'), Type.Literal('3')], {
  title: 'Situação do estoque',
});

/** A branch's price and stock of a product. */
export const ProductPrice = Type.Object(
  {
    idFil: Id('Filial'),
    filial: Words('Filial'),
    /** Price per unit from the price table of the quote. */
    preco: Decimal('Preço da unidade'),
    promocao: Flag('Promoção'),
    /** The quantity already in the quote; `null` when none. */
    carrinho: Nullable(
      Type.Object({ qtde: Decimal('Quantidade'), idEmb: Type.Integer({ title: 'Embalagem' }) }),
    ),
    /** The quantity, in units, for which the customer previously asked a price. */
    qtdCotada: Decimal('Quantidade cotada'),
    /** Units in the quote. */
    qtdAdicionada: Decimal('Quantidade adicionada'),
    /** Units available for sale. contract/rules/orders/shownStock.ts decides what is shown. */
    qtEst: Decimal('Estoque'),
    /** Maximum units per order; −1 means unlimited. */
    qtdMax: Decimal('Quantidade máxima'),
    situacaoEstoque: StockLevel,
    previsao: Nullable(Day('Chega em')),
  },
  { title: 'Preço' },
);

export const QuoteProduct = Type.Object(
  {
    id: Id('Produto'),
    idExibicao: Words('Código'),
    descricao: Words('Descrição'),
    marca: Words('Marca'),
    classe: Words('Classe'),
    codigoBarras: Words('Código de barras'),
    und: Words('Unidade'),
    idImagem: Nullable(Words('Imagem')),
    idModelo: Nullable(Type.Integer({ title: 'Modelo' })),
    baseTintometrica: Flag('Base tintométrica'),
    pesoLiquido: Decimal('Peso líquido'),
    pesoBruto: Decimal('Peso bruto'),
    altura: Decimal('Altura'),
    largura: Decimal('Largura'),
    comprimento: Decimal('Comprimento'),
    /** Keyed by packaging id. */
    embalagens: Type.Record(Type.String(), Packaging, { title: 'Embalagens' }),
    regras: Type.Array(PriceRuleShape, { title: 'Regras de preço' }),
    precos: Type.Array(ProductPrice, { title: 'Preços' }),
    /** For aggregated products, how many go with one unit. */
    qtdAgregada: Type.Optional(Decimal('Quantidade que acompanha')),
  },
  { title: 'Produto' },
);
export type QuoteProduct = Static<typeof QuoteProduct>;

export const CartTax = Type.Object({ perc: Decimal('Percentual'), valor: Decimal('Valor') });

export const CartItem = Type.Object(
  {
    id: Id('Item'),
    linha: Type.Integer({ title: 'Linha' }),
    idFil: Id('Filial'),
    filial: Words('Filial'),
    idEmb: Type.Integer({ title: 'Embalagem' }),
    qtde: Decimal('Quantidade'),
    /** Prices per packaging: from the table, by the quantity rule, and current. */
    precoTabela: Decimal('Preço de tabela'),
    precoRegra: Decimal('Preço da quantidade'),
    preco: Decimal('Preço'),
    /** A lower price uses up the flex or needs a negotiation. */
    precoMinimo: Decimal('Menor preço de quem vende'),
    percDesc: Decimal('Desconto'),
    vlTot: Decimal('Total'),
    impostos: Type.Partial(
      Type.Object(
        { ipi: CartTax, st: CartTax, stsn: CartTax, icms: CartTax, icmsPartilha: CartTax },
        { title: 'Impostos' },
      ),
    ),
    bonificado: Flag('Bonificado'),
    cor: Nullable(Type.Object({ idCor: Id('Cor'), nome: Words('Nome') }, { title: 'Cor' })),
    observacao: Words('Observação'),
    /** `null` for a line from before offers were kept. */
    oferta: Nullable(LineOfferShape),
    /** P, A or N: the status of its latest negotiation. */
    negociacao: Nullable(Words('Negociação')),
    /** Why the line's authorised price is no longer valid and has to be requested again. */
    precoARenovar: Nullable(Words('Preço a renovar')),
    produto: QuoteProduct,
  },
  { title: 'Item do orçamento' },
);
export type CartItem = Static<typeof CartItem>;

export const QuoteAddress = Type.Object(
  {
    id: Nullable(Type.Integer({ title: 'Endereço' })),
    cep: Personal('ENDERECO', Words('CEP')),
    rua: Personal('ENDERECO', Words('Rua')),
    numero: Personal('ENDERECO', Words('Número')),
    complemento: Personal('ENDERECO', Words('Complemento')),
    bairro: Personal('ENDERECO', Words('Bairro')),
    cidade: Words('Cidade'),
    uf: Words('UF'),
    ibge: Words('Código da cidade'),
  },
  { title: 'Endereço de entrega' },
);

/** Parameters of the quote's branch that its screen depends on. */
export const QuoteRules = Type.Object(
  {
    usaCupom: Flag('Cupons'),
    usaCampanhaComercial: Flag('Campanhas'),
    usaPrecoAtacado: Flag('Preço por quantidade'),
    vendaSemEstoque: Flag('Venda sem estoque'),
    exibeNegociarPreco: Flag('Negociar preço'),
    exibeMargemLucro: Flag('Margem de lucro'),
    permiteAbonarFrete: Flag('Abonar frete'),
    selecionaTransportadora: Flag('Escolher transportadora'),
    selecionaTipoFrete: Flag('Escolher tipo de frete'),
    registraItensCotados: Flag('Itens cotados'),
    maximoItensOrcamento: Type.Integer({ title: 'Máximo de itens' }),
    tamanhoMaximoQuantidade: Type.Integer({ title: 'Dígitos da quantidade' }),
    tipoValidacaoPreco: Words('Base do desconto'),
    campoOrdenacaoProdutos: Words('Ordem dos produtos'),
    tipoMenu: Words('Menu de produtos'),
    unidadePadrao: Words('Unidade padrão'),
    percentualFreteEmbutido: Decimal('Frete embutido'),
  },
  { title: 'Regras do orçamento' },
);
export type QuoteRules = Static<typeof QuoteRules>;

/** The quote being edited (returned by GET orcamentos/{id}/carrinho and by every write to it). */
export const EditedQuote = Type.Object(
  {
    id: Id('Orçamento'),
    versao: Type.Integer({ title: 'Versão' }),
    st: Words('Situação'),
    editavel: Flag('Pode ser alterado'),
    motivoSomenteLeitura: Nullable(Words('Por que não pode ser alterado')),
    perda: Nullable(QuoteLoss),
    atualizado: Instant('Última mudança'),
    dtHorInc: Instant('Criado em'),
    dtVal: Nullable(Day('Válido até')),
    dtProgr: Nullable(Day('Data programada')),
    cliente: Type.Object(
      {
        id: Id('Cliente'),
        razSoc: Words('Razão social'),
        fant: Words('Nome fantasia'),
        documento: Personal('DOCUMENTO', Words('CPF ou CNPJ')),
        motivoBloqueio: Nullable(Words('Motivo do bloqueio')),
        flex: Decimal('Flex'),
        /** What the customer's other open quotes and orders take of it. */
        flexEmOutros: Decimal('Flex em outros orçamentos e pedidos'),
        endereco: QuoteAddress,
      },
      { title: 'Cliente' },
    ),
    filial: Described('Filial'),
    colaborador: Named('Vendedor'),
    ordComp: Words('Ordem de compra'),
    cobranca: Nullable(
      Type.Object(
        {
          id: Id('Cobrança'),
          desc: Words('Descrição'),
          taxaFixa: Decimal('Taxa fixa'),
          descTaxaFixa: Words('Descrição da taxa'),
        },
        { title: 'Cobrança' },
      ),
    ),
    plano: Nullable(Described('Plano de pagamento')),
    tabelaPreco: Nullable(Described('Tabela de preço')),
    tipoFrete: Nullable(
      Type.Object(
        { id: Id('Tipo de frete'), desc: Words('Descrição'), proprio: Flag('Frota própria') },
        { title: 'Tipo de frete' },
      ),
    ),
    transportadora: Nullable(Named('Transportadora')),
    redespacho: Nullable(Named('Redespacho')),
    retira: Flag('Cliente retira'),
    enderecoEntrega: Nullable(QuoteAddress),
    vlFrete: Decimal('Frete'),
    vlFreteOriginal: Decimal('Frete calculado'),
    vlFretePago: Decimal('Frete já pago'),
    freteSobreProdutos: FreightShare,
    freteManual: Flag('Frete informado à mão'),
    obsEntrega: Words('Observação da entrega'),
    obsPedido: Words('Observação do pedido'),
    obsCliente: Words('Observação do cliente'),
    itens: Type.Array(CartItem, { title: 'Itens' }),
    itensRemovidos: Type.Array(CartItem, { title: 'Itens removidos' }),
    qtdeIt: Type.Integer({ title: 'Itens' }),
    vlSubTot: Decimal('Subtotal'),
    vlTot: Decimal('Total'),
    vlBoni: Decimal('Bonificado'),
    vlImpostos: Decimal('Impostos'),
    cupom: Nullable(
      Type.Object({ codigo: Words('Cupom'), desconto: Decimal('Desconto') }, { title: 'Cupom' }),
    ),
    /** Only where the parameter allows it to be shown. */
    percLucro: Nullable(Decimal('Lucro')),
    flexUsado: Decimal('Flex usado'),
    pesoLiquido: Decimal('Peso líquido'),
    pesoBruto: Decimal('Peso bruto'),
    volumetria: Decimal('Volumetria'),
    regras: QuoteRules,
    /** Last day on which every untouched line holds; `null` without lines that hold. */
    precosAte: Nullable(Day('Preços valem até')),
    mudancas: Type.Array(OfferChange, { title: 'O que mudou desde a proposta' }),
    /** What this change altered automatically. */
    avisos: Type.Array(Words('Aviso'), { title: 'Avisos' }),
    /** What has to be redone before the quote can become an order. */
    pendencias: Type.Array(Words('Pendência'), { title: 'Pendências' }),
  },
  { title: 'Orçamento em edição' },
);
export type EditedQuote = Static<typeof EditedQuote>;
