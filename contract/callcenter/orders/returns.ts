import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { FileRef } from '../../config/platform.ts';
import {
  Day,
  Decimal,
  Done,
  defineRoutes,
  Id,
  Nullable,
  onlyIds,
  Page,
  pageQuery,
  Strict,
  Text,
} from '../../route.ts';
import { TicketItemInput } from '../../rules/tickets/ticketInput.ts';
import { OpeningReason, ProductReason } from '../../rules/tickets/ticketType.ts';
import { Invoice, InvoiceProduct } from '../../sac/invoices.ts';
import { TicketRow } from '../../sac/tickets.ts';

/**
 * A call-center request (Sol. de Troca) is a ticket of the type named by the parameter tipoSolicitacaoTroca. It is opened by
 * the same code as the wizard's tickets, so that the quantity it holds of an invoice is counted only once.
 */
export const ReturnRow = Type.Composite(
  [
    Type.Pick(TicketRow, [
      'id',
      'cliente',
      'filial',
      'etapaAtual',
      'operador',
      'criador',
      'datahora_criacao',
      'datahora_atualizacao',
    ]),
    Type.Object({
      /** AGUARDANDO while the ticket is open, CONCLUIDO once it is closed. */
      status: Type.String({ title: 'Situação' }),
      /** The ticket's own status (contract/catalogs/ticketStatus.ts). */
      situacaoTicket: Type.String({ title: 'Situação do ticket' }),
      /** Numbers of the invoices whose goods it returns. */
      notas: Type.Array(Type.Integer(), { title: 'Notas fiscais' }),
      totalItens: Type.Integer({ title: 'Itens' }),
      valor: Decimal('Valor solicitado'),
    }),
  ],
  { title: 'Solicitação de troca' },
);
export type ReturnRow = Static<typeof ReturnRow>;

/** Reasons for a return: the reason tree for the request as a whole, and the reasons for individual products. */
const ReturnReasons = Type.Array(
  Type.Union([
    Type.Composite([OpeningReason, Type.Object({ uso: Type.Literal('SOLICITACAO', { title: 'Uso' }) })]),
    Type.Composite([ProductReason, Type.Object({ uso: Type.Literal('PRODUTO', { title: 'Uso' }) })]),
  ]),
);
export type ReturnReason = Static<typeof ReturnReasons>[number];

const optionalId = (title: string) => Type.Optional(Nullable(Id(title)));
const read = { method: 'GET', permission: 'SOLICITACOES_TROCA' } as const;
const write = { method: 'POST', permission: 'SOLICITACOES_TROCA_CRIAR', idempotent: true } as const;

export const returnRoutes = defineRoutes({
  reasons: {
    ...read,
    path: '/callcenter/devolucoes/motivos',
    summary: 'Motivos de troca e devolução',
    response: ReturnReasons,
  },
  list: {
    ...read,
    path: '/callcenter/devolucoes',
    summary: 'Listar solicitações de troca',
    query: Strict({
      ...pageQuery,
      ...onlyIds('Solicitação'),
      dtInicial: Type.Optional(Day('De')),
      dtFinal: Type.Optional(Day('Até')),
      idCli: Type.Optional(Id('Cliente')),
      status: Type.Optional(
        Type.Union([Type.Literal('AGUARDANDO'), Type.Literal('CONCLUIDO')], { title: 'Situação' }),
      ),
      orderBy: Type.Optional(Type.Literal('dtCriacao', { title: 'Ordem' })),
      direction: Type.Optional(Type.Union([Type.Literal('ASC'), Type.Literal('DESC')], { title: 'Direção' })),
    }),
    response: Page(ReturnRow),
  },
  invoices: {
    ...read,
    path: '/callcenter/devolucoes/notasfiscais/{idCli}/{idFil}',
    summary: 'Notas fiscais de que um cliente ainda pode devolver',
    params: Strict({ idCli: Id('Cliente'), idFil: Id('Filial') }),
    query: Strict({
      page: pageQuery.page,
      take: pageQuery.take,
      dtInicial: Type.Optional(Day('De')),
      dtFinal: Type.Optional(Day('Até')),
      numero: Type.Optional(Text('Número ou chave', 44)),
    }),
    response: Page(Invoice),
  },
  /** `numNf` is the access key. */
  products: {
    ...read,
    path: '/callcenter/devolucoes/notasfiscais/{numNf}',
    summary: 'Produtos de uma nota fiscal para devolver',
    params: Strict({ numNf: Text('Chave de acesso', 44, { minLength: 44 }) }),
    response: Type.Array(InvoiceProduct),
  },
  create: {
    ...write,
    path: '/callcenter/devolucoes',
    summary: 'Abrir uma solicitação de troca',
    body: Strict({
      idCli: Id('Cliente'),
      idFil: Id('Filial'),
      /** Defaults to the first one in the catalogue. */
      origem: Type.Optional(Nullable(Text('Origem', 40))),
      motivo1: optionalId('Motivo'),
      motivo2: optionalId('Submotivo'),
      motivo3: optionalId('Submotivo'),
      motivo4: optionalId('Submotivo'),
      motivo5: optionalId('Submotivo'),
      mensagem: Type.Optional(Text('Mensagem', 20_000)),
      arquivos: Type.Optional(Type.Array(FileRef, { title: 'Fotos', maxItems: 6 })),
      itens: Type.Array(TicketItemInput, { title: 'Produtos', minItems: 1, maxItems: 1000 }),
    }),
    response: Done,
  },
  /** Adds products before the analysis to the person's own request, or to anyone's with TICKETS_PRODUTOS. */
  addProducts: {
    ...write,
    path: '/callcenter/devolucoes/produtos',
    summary: 'Incluir produtos em uma solicitação de troca',
    body: Strict({
      idDevolucao: Id('Solicitação'),
      versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
      itens: Type.Array(TicketItemInput, { title: 'Produtos', minItems: 1, maxItems: 1000 }),
    }),
    response: Done,
  },
});
