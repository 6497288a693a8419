import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Decimal,
  Direction,
  defineRoutes,
  Id,
  NoteMark,
  Nullable,
  Page,
  pageQuery,
  Strict,
} from '../../route.ts';

/** A title that is still to be paid (document 001 section 3: Receivable). */
export const Receivable = Type.Object(
  {
    id: Id('Título'),
    nro: Type.String({ title: 'Número' }),
    idFil: Id('Filial'),
    filial: Type.String({ title: 'Nome da filial' }),
    grupo: Type.Union([Type.Literal('VENCIDO'), Type.Literal('VENCE_HOJE'), Type.Literal('A_VENCER')], {
      title: 'Situação',
    }),
    /**
     * Days that are left to pay it, on the calendar of the title's branch; once it is late, the days since its due date, negative.
     */
    dias: Type.Integer({ title: 'Dias até o vencimento' }),
    descCob: Type.String({ title: 'Cobrança' }),
    dtVenc: Day('Vencimento'),
    /** The due date, or the next day on which banks work: it is late only after that. */
    pagavelAte: Day('Pagável até'),
    valor: Decimal('Valor'),
    numNf: Type.Integer({ title: 'Nota fiscal' }),
    /** `null` when there is no payment slip to print. */
    codBarras: Nullable(Type.String({ title: 'Linha digitável' })),
  },
  { title: 'Boleto' },
);
export type Receivable = Static<typeof Receivable>;

export const CustomerInvoice = Type.Object(
  {
    id: Id('Nota'),
    numNf: Type.Integer({ title: 'Número' }),
    observacao: Type.String({ title: 'Observação' }),
    idFil: Id('Filial'),
    filial: Type.String({ title: 'Nome da filial' }),
    chave: Type.String({ title: 'Chave de acesso' }),
    dtSai: Day('Data de saída'),
    avisoNota: NoteMark(),
    vlTot: Decimal('Valor total'),
    /** The next title to be paid that has a payment slip. */
    boleto: Nullable(Id('Título')),
    codBarras: Nullable(Type.String({ title: 'Linha digitável' })),
    rastreio: Nullable(
      Type.Object({ tipo: Type.String({ title: 'Tipo' }), codigo: Type.String({ title: 'Código' }) }),
    ),
  },
  { title: 'Nota fiscal do cliente' },
);
export type CustomerInvoice = Static<typeof CustomerInvoice>;

export const TITLE_SORTS = ['dtVenc', 'nro', 'idFil', 'valor'] as const;
export type TitleSort = (typeof TITLE_SORTS)[number];
export const INVOICE_SORTS = ['dtSai', 'numNf', 'idFil', 'vlTot'] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];

const both = { method: 'GET', areas: ['sac', 'callcenter'] } as const;
const slips = { ...both, permission: 'CLIENTE_BOLETOS' } as const;
const invoices = { ...both, permission: 'CLIENTE_NOTAS_FISCAIS' } as const;

const ofCustomer = Strict({ idCli: Id('Cliente') });
const File = Type.Any({ title: 'Arquivo' });
const sortedBy = <const S extends string>(sorts: readonly S[]) => ({
  page: pageQuery.page,
  take: pageQuery.take,
  sortBy: Type.Optional(
    Type.Union(
      sorts.map((sort) => Type.Literal(sort)),
      { title: 'Ordenar por' },
    ),
  ),
  orderBy: Type.Optional(Direction),
});

export const documentRoutes = defineRoutes({
  /** Sorted by due date, oldest first, unless `sortBy` and `orderBy` say otherwise. */
  titles: {
    ...slips,
    path: '/clientes/{idCli}/boletos-paginate',
    summary: 'Boletos em aberto de um cliente',
    params: ofCustomer,
    query: Strict(sortedBy(TITLE_SORTS)),
    response: Page(Receivable),
  },
  /** The last 45 days unless `dtInicial` is given; newest first. */
  invoices: {
    ...invoices,
    path: '/clientes/{idCli}/notas-fiscais-paginate',
    summary: 'Notas fiscais de um cliente em um período',
    params: ofCustomer,
    query: Strict({
      ...sortedBy(INVOICE_SORTS),
      dtInicial: Type.Optional(Day('De')),
      dtFinal: Type.Optional(Day('Até')),
    }),
    response: Page(CustomerInvoice),
  },
  slip: {
    ...slips,
    path: '/boletos/{id}/download',
    personal: true,
    summary: 'Boleto em PDF',
    params: Strict({ id: Id('Título') }),
    response: File,
    file: true,
  },
  invoiceXml: {
    ...invoices,
    path: '/notasfiscais/{id}/download/xml',
    personal: true,
    summary: 'XML de uma nota fiscal',
    params: Strict({ id: Id('Nota') }),
    response: File,
    file: true,
  },
  invoicePdf: {
    ...invoices,
    path: '/notasfiscais/{id}/download/pdf',
    personal: true,
    summary: 'DANFE de uma nota fiscal em PDF',
    params: Strict({ id: Id('Nota') }),
    response: File,
    file: true,
  },
});
