import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary } from '../../config/platform.ts';
import { Day, Decimal, Done, defineRoutes, Id, NoteMark, Nullable, Strict, Text } from '../../route.ts';
import { LooseItemInput, TicketItemInput, unitFields } from '../../rules/tickets/ticketInput.ts';
import { ReturnPackaging } from '../invoices.ts';
import { Attachment } from './ticketConversation.ts';

const Tax = (title: string) =>
  Type.Optional(
    Type.Object(
      { perc: Decimal('Percentual'), valor: Decimal('Valor') },
      { title, additionalProperties: false },
    ),
  );

/** Taxes of a line from its invoice, in proportion to a quantity; taxes that were not charged are absent. */
export const ItemTaxes = Type.Object(
  {
    ipi: Tax('IPI'),
    st: Tax('ST'),
    stsn: Tax('STSN'),
    icms: Tax('ICMS'),
    icmsPartilha: Tax('Partilha do ICMS'),
  },
  { title: 'Impostos', additionalProperties: false },
);
export type ItemTaxes = Static<typeof ItemTaxes>;

/** A ticket line; a loose product has no invoice fields. */
export const TicketItem = Type.Object(
  {
    id: Id('Item'),
    produto_id: Id('Produto'),
    idExibicao: Type.String({ title: 'Código' }),
    descricao: Type.String({ title: 'Descrição' }),
    marca: Type.String({ title: 'Marca' }),
    classe_venda: Type.String({ title: 'Classe de venda' }),
    /** The unit in which the return was given; all quantities below are in it. */
    unidade: Type.String({ title: 'Unidade' }),
    /** Base units in one of it. */
    fator: Decimal('Fator da unidade'),
    /** The invoice's unit, and base units in one of it; as above for a loose product. */
    unidadeNota: Type.String({ title: 'Unidade da nota' }),
    fatorNota: Decimal('Fator da unidade da nota'),
    /** The units in which the line may be told, the invoice's first. */
    embalagens: Type.Array(ReturnPackaging, { title: 'Unidades de devolução' }),
    fracionavel: Type.Boolean({ title: 'Aceita fração', description: 'Da unidade base' }),
    avulso: Type.Boolean({ title: 'Avulso' }),
    nfe: Nullable(Type.Integer({ title: 'Nota' })),
    chave_nota: Nullable(Type.String({ title: 'Chave da nota' })),
    data_nota: Nullable(Day('Data da nota')),
    avisoNota: NoteMark(),
    /** Why the line cannot be authorised: the signature of its invoice gives no right. '' if it can. */
    semDireito: Type.String({ title: 'Por que não dá direito' }),
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
    qtd_fora_prazo: Decimal('Fora do prazo'),
    qtd_outra_marca: Decimal('Outra marca'),
    qtd_falta: Decimal('Falta'),
    qtd_avaria: Decimal('Avaria'),
    qtd_quebra_direta: Decimal('Quebrado'),
    /** Quantity received at the check-in; `null` until then. */
    qtd_conferida: Nullable(Decimal('Quantidade conferida')),
    obs_conferencia: Type.String({ title: 'Observação da conferência' }),
    /**
     * The quantity that currently applies: requested, then authorised, then checked in. All amounts of the line refer to it.
     */
    qtde: Decimal('Quantidade'),
    qtdeAt: Decimal('Quantidade atendida'),
    vlUnit: Decimal('Valor unitário'),
    vlProdutos: Decimal('Valor dos produtos'),
    vlTot: Decimal('Valor total'),
    impostos: ItemTaxes,
    tabela_preco: Type.String({ title: 'Tabela de preço' }),
    /** Empty for end consumers, because it is internal to the company. */
    critica_integradora: Type.String({ title: 'Crítica da integradora' }),
    anexos: Type.Array(Attachment, { title: 'Anexos' }),
    idImagem: Nullable(Type.String({ title: 'Imagem' })),
  },
  { title: 'Item do ticket' },
);
export type TicketItem = Static<typeof TicketItem>;

/** A line of the return invoice as the customer should issue it (espelho): the returned quantity and its taxes. */
export const MirrorLine = Type.Object(
  {
    id: Id('Item'),
    idExibicao: Type.String({ title: 'Código' }),
    descricao: Type.String({ title: 'Descrição' }),
    unidade: Type.String({ title: 'Unidade' }),
    fator: Decimal('Fator da unidade'),
    unidadeNota: Type.String({ title: 'Unidade da nota' }),
    fatorNota: Decimal('Fator da unidade da nota'),
    nfe: Type.Integer({ title: 'Nota de origem' }),
    chave_nota: Type.String({ title: 'Chave da nota de origem' }),
    data_nota: Day('Data da nota de origem'),
    avisoNota: NoteMark(),
    qtd: Decimal('Quantidade'),
    valor_sem_imposto: Decimal('Valor unitário sem imposto'),
    vlProdutos: Decimal('Valor dos produtos'),
    /** In proportion to the returned quantity. */
    impostos: ItemTaxes,
    vlTot: Decimal('Valor total'),
  },
  { title: 'Linha do espelho' },
);
export type MirrorLine = Static<typeof MirrorLine>;

export const MirrorTotals = Type.Object({
  produtos: Decimal('Produtos'),
  ipi: Decimal('IPI'),
  st: Decimal('ST'),
  stsn: Decimal('STSN'),
  icms: Decimal('ICMS'),
  icmsPartilha: Decimal('Partilha do ICMS'),
  total: Decimal('Total da nota'),
});
export type MirrorTotals = Static<typeof MirrorTotals>;

export const Mirror = Type.Object(
  {
    itens: Type.Array(MirrorLine, { title: 'Linhas' }),
    totais: MirrorTotals,
    /** Difference that the return invoice may have; `null` for end consumers. */
    tolerancia: Nullable(Decimal('Tolerância')),
  },
  { title: 'Espelho da nota de devolução' },
);
export type Mirror = Static<typeof Mirror>;

/** The XML of a return note among the files of a ticket, as received by e-mail. */
export const ReceivedReturn = Type.Object(
  {
    anexo: Id('Anexo'),
    nome: Type.String({ title: 'Arquivo' }),
    chave: Type.String({ title: 'Chave de acesso' }),
    numero: Type.Integer({ title: 'Número' }),
    emissao: Day('Emissão'),
    total: Decimal('Valor total'),
  },
  { title: 'Nota de devolução recebida' },
);
export type ReceivedReturn = Static<typeof ReceivedReturn>;

/** A title of one of the ticket's invoices, with the decision of the finance department. */
export const TicketTitle = Type.Object(
  {
    id: Id('Título'),
    nro: Type.String({ title: 'Título' }),
    numNf: Type.Integer({ title: 'Nota' }),
    dtVenc: Day('Vencimento'),
    valor: Decimal('Valor'),
    pagoEm: Nullable(Day('Pago em')),
    decisao: Nullable(
      Type.Object({
        decisao: Type.String({ title: 'Decisão', description: 'CONCEDIDA ou NEGADA' }),
        vencimentoAnterior: Day('Vencimento anterior'),
        novoVencimento: Nullable(Day('Novo vencimento')),
        obs: Type.String({ title: 'Observação' }),
      }),
    ),
    prorrogacaoAnterior: Nullable(
      Type.Object(
        { idTicket: Id('Ticket'), vencimentoAnterior: Day('Vencimento anterior') },
        { title: 'Prorrogação anterior', description: 'A última concedida em outro ticket' },
      ),
    ),
  },
  { title: 'Título do ticket' },
);
export type TicketTitle = Static<typeof TicketTitle>;

const ChangedItemInput = Strict({
  id: Id('Item'),
  qtd_solicitada: Type.Union([Text('Quantidade', 20), Type.Number()], { title: 'Quantidade' }),
  ...unitFields,
  motivo_id: Type.Optional(Nullable(Id('Motivo'))),
  obs: Type.Optional(Text('Observação', 250)),
});

/** Lines to add, change and remove, applied atomically. Only possible before the analysis. */
export const ProductsInput = Strict(
  {
    versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
    itens: Type.Optional(Type.Array(TicketItemInput, { title: 'Itens a incluir', maxItems: 1000 })),
    itensAvulsos: Type.Optional(
      Type.Array(LooseItemInput, { title: 'Itens avulsos a incluir', maxItems: 1000 }),
    ),
    alterados: Type.Optional(Type.Array(ChangedItemInput, { title: 'Itens a alterar', maxItems: 1000 })),
    removidos: Type.Optional(Type.Array(Id('Item'), { title: 'Itens a remover', maxItems: 1000 })),
  },
  { title: 'Produtos do ticket' },
);
export type ProductsInput = Static<typeof ProductsInput>;

const params = Strict({ idTicket: Id('Ticket') });
const read = { method: 'GET', permission: 'SAC_TICKETS', params } as const;

export const ticketItemRoutes = defineRoutes({
  products: {
    ...read,
    path: '/sac/tickets/{idTicket}/produtos',
    summary: 'Produtos de um ticket',
    response: Type.Array(TicketItem),
  },
  changeProducts: {
    method: 'POST',
    params,
    path: '/sac/tickets/{idTicket}/produtos',
    summary: 'Incluir, alterar e remover produtos de um ticket',
    permission: 'TICKETS_PRODUTOS',
    body: ProductsInput,
    idempotent: true,
    response: Done,
  },
  mirror: {
    ...read,
    path: '/sac/tickets/{idTicket}/produtos-nf',
    summary: 'Produtos e valores do espelho da nota de devolução',
    response: Mirror,
  },
  receivedReturns: {
    ...read,
    path: '/sac/tickets/{idTicket}/notas-recebidas',
    summary: 'Notas de devolução entre os anexos do ticket',
    response: Type.Array(ReceivedReturn),
  },
  downloadMirror: {
    ...read,
    path: '/sac/tickets/{idTicket}/download-espelho',
    personal: true,
    summary: 'Baixar o espelho da nota de devolução',
    response: Binary,
    file: true,
  },
  titles: {
    ...read,
    path: '/sac/tickets/{idTicket}/titulos',
    summary: 'Títulos das notas de um ticket',
    response: Type.Array(TicketTitle),
  },
});
