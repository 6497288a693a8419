import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Decimal,
  defineRoutes,
  Id,
  NoteMark,
  Nullable,
  Page,
  pageQuery,
  Strict,
  Text,
} from '../route.ts';
import { MAX_RETURNS_TEXT } from '../rules/tickets/pastedReturns.ts';
import { CarrierOption } from './lookups.ts';

/** A unit in which a product may be returned, and how many base units one of it is. */
export const ReturnPackaging = Type.Object({
  unidade: Type.String({ title: 'Unidade' }),
  fator: Decimal('Unidades base'),
});

/** An invoice line, with the quantity that may still be returned. */
export const InvoiceProduct = Type.Object(
  {
    id: Id('Item da nota'),
    produto_id: Id('Produto'),
    idExibicao: Type.String({ title: 'Código' }),
    descNF: Type.String({ title: 'Descrição na nota' }),
    marca: Type.String({ title: 'Marca' }),
    unidade: Type.String({ title: 'Unidade' }),
    unidadeBase: Type.String({ title: 'Unidade base' }),
    /** The units in which the product may be returned, the invoice's first. */
    embalagens: Type.Array(ReturnPackaging, { title: 'Unidades de devolução' }),
    fracionavel: Type.Boolean({ title: 'Aceita fração', description: 'Da unidade base' }),
    valor_sem_imposto: Decimal('Valor sem imposto'),
    valor_unitario: Decimal('Valor unitário'),
    qtd_comprada: Decimal('Quantidade comprada'),
    /** Quantity already returned. */
    qtd_devolvida: Decimal('Quantidade devolvida'),
    /** Quantity held by open tickets. */
    qtd_em_tickets: Decimal('Quantidade em outros tickets'),
    /** Quantity returned by notes that belong to no ticket. */
    qtd_em_notas: Decimal('Quantidade em notas de devolução'),
    /** What those notes return beyond what was left. */
    qtd_alem: Decimal('Quantidade devolvida além da comprada'),
    /** Quantity that may still be returned (`qtd`). */
    qtd: Decimal('Quantidade disponível'),
    /** Purchased, and still returnable, in base units: exact, where the fields in the invoice's unit are rounded. */
    qtd_comprada_base: Decimal('Quantidade comprada em unidades base'),
    qtd_base: Decimal('Quantidade disponível em unidades base'),
    indisponivel: Type.Boolean({ title: 'Indisponível' }),
    motivoIndisponivel: Type.String({ title: 'Por que está indisponível' }),
    anexo_obrigatorio: Type.Boolean({ title: 'Anexo obrigatório' }),
    idImagem: Nullable(Type.String({ title: 'Imagem' })),
    numNF: Type.Integer({ title: 'Número da nota' }),
  },
  { title: 'Produto da nota' },
);
export type InvoiceProduct = Static<typeof InvoiceProduct>;

export const InvoiceTitle = Type.Object({
  nro: Type.String({ title: 'Título' }),
  dtVenc: Day('Vencimento'),
  valor: Decimal('Valor'),
});

export const Invoice = Type.Object(
  {
    id: Id('Nota'),
    chave: Type.String({ title: 'Chave de acesso' }),
    numNf: Type.Integer({ title: 'Número' }),
    dtSai: Day('Data de saída'),
    avisoNota: NoteMark(),
    filial: Type.Object({ idFil: Id('Filial'), razSoc: Type.String({ title: 'Razão social' }) }),
    qtdeIt: Type.Integer({ title: 'Itens' }),
    vlTot: Decimal('Valor total'),
    transportadora: Nullable(CarrierOption),
    /** Open titles, included when requested with `withTitulos`. */
    titulos: Type.Optional(Type.Array(InvoiceTitle, { title: 'Títulos em aberto' })),
    /** The product searched for with `idProd`. */
    produto: Type.Optional(InvoiceProduct),
  },
  { title: 'Nota fiscal' },
);
export type Invoice = Static<typeof Invoice>;

/** An invoice line that a pasted line may mean. */
export const ReturnCandidate = Type.Object(
  {
    nota: Type.Object({
      chave: Type.String({ title: 'Chave de acesso' }),
      numNf: Type.Integer({ title: 'Número' }),
      dtSai: Day('Data de saída'),
    }),
    produto: InvoiceProduct,
    /** As the line gives it, in `embalagem`; `null` if it gives none. */
    quantidade: Nullable(Decimal('Quantidade')),
    /** `null` if the product is not returned in the unit that the line names. */
    embalagem: Nullable(ReturnPackaging),
  },
  { title: 'Item que a linha pode querer dizer' },
);
export type ReturnCandidate = Static<typeof ReturnCandidate>;

/** What one pasted line means. */
export const ReadReturn = Type.Object(
  {
    numero: Type.Integer({ title: 'Linha' }),
    texto: Type.String({ title: 'Texto' }),
    /** Why it means nothing that can be returned; '' if it means something. */
    problema: Type.String({ title: 'Problema' }),
    /** The invoice of a key that no product follows. */
    nota: Nullable(Invoice),
    /** What it may mean, the newest invoice first; more than one is a question. */
    candidatos: Type.Array(ReturnCandidate, { title: 'Itens possíveis' }),
  },
  { title: 'Linha lida' },
);
export type ReadReturn = Static<typeof ReadReturn>;

const customerAndBranch = Strict({ idCli: Id('Cliente'), idFil: Id('Filial') });

export const invoiceRoutes = defineRoutes({
  /** The oldest selectable day is `diasLimiteDevolucao` days ago, or 1825 without it (document 000 section 9). */
  list: {
    method: 'GET',
    path: '/sac/tickets/notasfiscais/{idCli}/{idFil}',
    summary: 'Notas fiscais de um cliente em uma filial',
    permission: 'SAC_TICKETS',
    params: customerAndBranch,
    query: Strict({
      page: pageQuery.page,
      take: pageQuery.take,
      withTitulos: Type.Optional(Type.Integer({ title: 'Com títulos', minimum: 0, maximum: 2 })),
      numero: Type.Optional(Text('Número ou chave', 44)),
      dtInicial: Type.Optional(Day('De')),
      dtFinal: Type.Optional(Day('Até')),
      idProd: Type.Optional(Id('Produto')),
      tipoTicket: Type.Optional(Text('Tipo de ticket', 60)),
    }),
    response: Page(Invoice),
  },
  /** `numNf` is the access key. */
  products: {
    method: 'GET',
    path: '/sac/tickets/notasfiscais/{numNf}',
    summary: 'Produtos de uma nota fiscal',
    permission: 'SAC_TICKETS',
    params: Strict({ numNf: Text('Chave de acesso', 44, { minLength: 44 }) }),
    query: Strict({ tipoTicket: Type.Optional(Text('Tipo de ticket', 60)) }),
    response: Type.Array(InvoiceProduct),
  },
  /** Reads what was pasted or scanned. Nothing is written, and what may be returned is judged as in `products`. */
  readReturns: {
    method: 'POST',
    path: '/sac/consultas/notasfiscais/{idCli}/{idFil}',
    summary: 'Itens de notas fiscais que uma lista quer dizer',
    permission: 'SAC_TICKETS',
    allowedWhileViewingAs: 'reads',
    params: customerAndBranch,
    body: Strict({ texto: Text('Lista', MAX_RETURNS_TEXT, { minLength: 1 }) }),
    response: Type.Array(ReadReturn),
  },
  /** All products that the customer bought within the return window, newest invoice first. */
  purchased: {
    method: 'GET',
    path: '/sac/tickets/produtos-nota/{idCli}/{idFil}',
    summary: 'Produtos comprados por um cliente em uma filial',
    permission: 'SAC_TICKETS',
    params: customerAndBranch,
    query: Strict({ page: pageQuery.page, take: pageQuery.take, q: Type.Optional(Text('Pesquisa', 100)) }),
    response: Page(Type.Object({ id: Id('Produto'), display: Type.String({ title: 'Produto' }) })),
  },
});
