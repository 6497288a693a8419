import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary } from '../../config/platform.ts';
import { Direction, defineRoutes, Id, Instant, Nullable, One, Strict, Text } from '../../route.ts';
import { SHEET_FORMATS } from '../../rules/files.ts';
import { type Distribution, distributions } from '../../rules/tickets/distribution.ts';
import { REASON_LEVELS, TicketInput } from '../../rules/tickets/ticketInput.ts';
import { rowResults } from '../../sharedShapes.ts';
import { pickupSchedule } from '../pickups.ts';
import { TICKET_SORTS } from '../tickets.ts';
import { MacroKey } from './macros.ts';
import { ticketFilters } from './ticketFilters.ts';
import { dueFields, Priority } from './ticketMoves.ts';
import { snoozeFields } from './ticketSnoozes.ts';

/** Bulk actions on tickets (docs/domain.md 5). */
export const BULK_ACTIONS = [
  'atribuir',
  'distribuir',
  'encaminhar',
  'priorizar',
  'mudar-prazo',
  'adiar',
  'retomar',
  'responder',
  'nota-privada',
  'avancar',
  'reclassificar',
  'finalizar',
  'arquivar',
  'desarquivar',
  'reabrir',
  'gerar-coletas',
  'macro',
  'desfazer',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** All kinds of background jobs: bulk actions on tickets, and the agendas created by an automation. */
export const JOB_ACTIONS = [...BULK_ACTIONS, 'executar-automacao'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

export const MAX_BULK_ROWS = 10_000;
/** Up to this many rows are processed while the person waits; larger batches continue in the background. */
export const MAX_SYNCHRONOUS_ROWS = 200;

const ids = (title: string) =>
  Type.Optional(Type.Array(Id('Ticket'), { title, maxItems: MAX_BULK_ROWS, uniqueItems: true }));

/** Tickets given by number, or all that match the list's filters except these. */
export const ticketSelection = {
  ids: ids('Tickets'),
  filtros: Type.Optional(Strict(ticketFilters, { title: 'Filtros da lista' })),
  excluidos: ids('Tickets que ficam de fora'),
};
export const TicketSelection = Strict(ticketSelection, { title: 'Seleção de tickets' });
export type TicketSelection = Static<typeof TicketSelection>;

/** Data from the dialog of the action; each action reads only its own fields. */
export const BulkData = Strict(
  {
    /** atribuir: `null` leaves the tickets unassigned. */
    operador: Type.Optional(Nullable(Id('Operador'))),
    /** atribuir: finds the person for each ticket, instead of `operador`. */
    distribuir: Type.Optional(
      Type.Unsafe<Distribution>(
        Type.Union(
          distributions.map(({ value, label }) => Type.Literal(value, { title: label })),
          { title: 'Distribuir' },
        ),
      ),
    ),
    /** distribuir: who gets none, of those who could. */
    semPessoas: Type.Optional(
      Type.Array(Id('Pessoa'), { title: 'Quem fica de fora', maxItems: 1000, uniqueItems: true }),
    ),
    /** atribuir, distribuir, encaminhar, macro: also tickets that a colleague works on, which are refused with TICKET_DE_COLEGA otherwise, and
     * those for a person who is away, refused with PESSOA_AUSENTE. */
    confirmar: Type.Optional(Type.Boolean({ title: 'Tirar de colegas' })),
    /** encaminhar */
    setor: Type.Optional(Id('Setor')),
    colaborador_id: Type.Optional(Nullable(Id('Atendente'))),
    /** priorizar */
    prioridade: Type.Optional(Priority),
    /** mudar-prazo */
    prazoDia: Type.Optional(dueFields.prazoDia),
    prazoHora: Type.Optional(dueFields.prazoHora),
    /** adiar */
    voltaDia: Type.Optional(snoozeFields.voltaDia),
    voltaHora: Type.Optional(snoozeFields.voltaHora),
    /** encaminhar, responder, nota-privada: plain text; the last two with the variables of canned replies. */
    mensagem: Type.Optional(Text('Mensagem', 4000)),
    /** responder */
    aguardaCliente: Type.Optional(Type.Boolean({ title: 'Aguardar o cliente' })),
    /** reabrir, reclassificar, mudar-prazo */
    motivo: Type.Optional(Text('Motivo', 500)),
    /** reclassificar: the type, and its opening reasons by level. */
    idTipo: Type.Optional(Id('Tipo')),
    ...Type.Pick(TicketInput, [...REASON_LEVELS]).properties,
    /** finalizar */
    idMotivo: Type.Optional(Id('Motivo de finalização')),
    observacao: Type.Optional(Text('Observação', 500)),
    /** avancar: values by key; of them each ticket takes those that its step asks for. */
    campos: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { additionalProperties: true, title: 'Campos da etapa' }),
    ),
    /** gerar-coletas */
    tipo: Type.Optional(
      Type.Union(
        [
          Type.Literal('TRANSPORTADORA', { title: 'A transportadora de cada ticket' }),
          Type.Literal('REPRESENTANTE', { title: 'O representante de cada cliente' }),
        ],
        { title: 'Quem coleta' },
      ),
    ),
    responsavel: Type.Optional(Nullable(Id('Responsável pela coleta'))),
    /** macro */
    macro: Type.Optional(MacroKey),
    /** desfazer: the job that is taken back on these tickets, where nothing happened to them since. */
    lote: Type.Optional(Type.String({ title: 'Lote a desfazer', format: 'uuid' })),
    ...pickupSchedule,
  },
  { title: 'Dados da ação' },
);
export type BulkData = Static<typeof BulkData>;

const jobFacts = {
  id: Type.String({ title: 'Lote', format: 'uuid' }),
  acao: Type.Union(
    JOB_ACTIONS.map((action) => Type.Literal(action)),
    { title: 'Ação' },
  ),
  situacao: Type.Union(
    [
      Type.Literal('NA_FILA'),
      Type.Literal('EXECUTANDO'),
      Type.Literal('CONCLUIDO'),
      Type.Literal('CANCELADO'),
      Type.Literal('FALHOU'),
    ],
    { title: 'Situação do lote' },
  ),
  total: Type.Integer({ title: 'Linhas' }),
  processados: rowResults.processados,
  datahora_criacao: Instant('Pedido em'),
  datahora_fim: Nullable(Instant('Terminado em')),
};

export const BulkSummary = Type.Object(
  { ...jobFacts, falharam: Type.Integer({ title: 'Recusados' }) },
  { title: 'Lote' },
);
export type BulkSummary = Static<typeof BulkSummary>;

/** Contains the submitted data, so that failed rows can be retried. */
export const BulkJob = Type.Object(
  {
    ...jobFacts,
    ...rowResults,
    dados: Type.Unknown({ title: 'Dados da ação' }),
    /** Of a macro that ended: whether `desfazer` would bring anything back. */
    desfaz: Type.Optional(Type.Boolean({ title: 'Pode ser desfeito' })),
  },
  { title: 'Lote com o resultado por linha' },
);
export type BulkJob = Static<typeof BulkJob>;

/** Who would get how many of the selected tickets, and which. */
export const DistributionPlan = Type.Object(
  {
    pessoas: Type.Array(
      Type.Object({
        id: Id('Pessoa'),
        nome: Type.String({ title: 'Nome' }),
        /** Open tickets that the person has besides these. */
        emAberto: Type.Integer({ title: 'Em aberto' }),
        deFora: Type.Boolean({ title: 'Fica de fora' }),
        tickets: Type.Array(Id('Ticket'), { title: 'Tickets' }),
      }),
      { title: 'Pessoas' },
    ),
    /** Those that nobody gets, with the reason. */
    falhas: rowResults.falhas,
  },
  { title: 'Distribuição' },
);
export type DistributionPlan = Static<typeof DistributionPlan>;

const TicketAction = Type.Union(
  BULK_ACTIONS.map((action) => Type.Literal(action)),
  { title: 'Ação' },
);
/** A job of any kind belongs to one person; nobody else can find it. */
const permission = 'session';
const params = Strict({ idLote: Type.String({ title: 'Lote', format: 'uuid' }) });

export const ticketBulkRoutes = defineRoutes({
  /** Each action also requires its own permission. Up to BULK_AT_ONCE rows, the response is final. */
  run: {
    method: 'POST',
    path: '/sac/tickets/lote/{acao}',
    summary: 'Fazer o mesmo com muitos tickets',
    permission: 'TICKETS_LOTE',
    params: Strict({ acao: TicketAction }),
    body: Strict({ ...ticketSelection, dados: Type.Optional(BulkData) }),
    idempotent: true,
    response: One(BulkJob),
  },
  /** By the same function as the action `distribuir`; nothing changes. */
  previewDistribution: {
    method: 'POST',
    path: '/sac/consultas/distribuicao-tickets',
    summary: 'Ver como os tickets seriam distribuídos',
    permission: 'TICKETS_LOTE',
    allowedWhileViewingAs: 'reads',
    body: Strict({
      ...ticketSelection,
      semPessoas: BulkData.properties.semPessoas,
      confirmar: BulkData.properties.confirmar,
    }),
    response: One(DistributionPlan),
  },
  jobs: {
    method: 'GET',
    path: '/sac/tickets/lote',
    summary: 'Meus lotes das últimas 24 horas',
    permission,
    response: Type.Array(BulkSummary),
  },
  job: {
    method: 'GET',
    path: '/sac/tickets/lote/{idLote}',
    summary: 'Andamento e resultado de um lote',
    permission,
    params,
    response: One(BulkJob),
  },
  /** Rows that were already processed are not undone. */
  cancel: {
    method: 'POST',
    path: '/sac/tickets/lote/{idLote}/cancelar',
    summary: 'Parar um lote',
    permission,
    params,
    response: One(BulkSummary),
  },
});

export type { SheetFormat } from '../../rules/files.ts';

export const ticketExportRoutes = defineRoutes({
  /** Everything that matches, without a limit; the response is streamed. */
  file: {
    method: 'POST',
    path: '/sac/tickets/exportar',
    summary: 'Exportar tickets para uma planilha',
    permission: 'TICKETS_EXPORTAR',
    body: Strict({
      ...ticketSelection,
      formato: Type.Union(
        SHEET_FORMATS.map((format) => Type.Literal(format)),
        { title: 'Formato' },
      ),
      orderBy: Type.Optional(
        Type.Union(
          TICKET_SORTS.map((sort) => Type.Literal(sort)),
          { title: 'Ordem' },
        ),
      ),
      direction: Type.Optional(Direction),
    }),
    file: true,
    response: Binary,
  },
});
