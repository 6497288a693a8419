import { type CatalogRow, catalogOf, type StatusRow } from './catalog.ts';

export type TicketStatus =
  | 'ABERTO'
  | 'EM_ATENDIMENTO'
  | 'AGUARDANDO_CLIENTE'
  | 'AGUARDANDO_TERCEIRO'
  | 'FINALIZADO'
  | 'CANCELADO';

interface TicketStatusRow extends StatusRow<TicketStatus> {
  /** What an end consumer, who is also the customer, reads instead of the label. */
  ownLabel?: string;
  /** Nothing more is expected; a ticket may be archived only in such a status. */
  closed: boolean;
  /** The due time does not run. */
  pausesDue: boolean;
}

/** DOMAIN section 2. The transitions out of a closed status are only available through `reabrir`. */
export const ticketStatus = catalogOf<TicketStatusRow>()([
  {
    value: 'ABERTO',
    label: 'Aberto',
    color: 'informacao',
    icon: 'Inbox',
    next: ['EM_ATENDIMENTO', 'CANCELADO'],
    closed: false,
    pausesDue: false,
  },
  {
    value: 'EM_ATENDIMENTO',
    label: 'Em atendimento',
    color: 'primaria',
    icon: 'HeadsetMic',
    next: ['AGUARDANDO_CLIENTE', 'AGUARDANDO_TERCEIRO', 'FINALIZADO', 'CANCELADO'],
    closed: false,
    pausesDue: false,
  },
  {
    value: 'AGUARDANDO_CLIENTE',
    label: 'Aguardando cliente',
    ownLabel: 'Aguardando você',
    color: 'aviso',
    icon: 'HourglassEmpty',
    next: ['EM_ATENDIMENTO', 'FINALIZADO', 'CANCELADO'],
    closed: false,
    pausesDue: true,
  },
  {
    value: 'AGUARDANDO_TERCEIRO',
    label: 'Aguardando terceiro',
    ownLabel: 'Aguardando parceiro',
    color: 'aviso',
    icon: 'PendingActions',
    next: ['EM_ATENDIMENTO', 'FINALIZADO', 'CANCELADO'],
    closed: false,
    pausesDue: false,
  },
  {
    value: 'FINALIZADO',
    label: 'Finalizado',
    color: 'sucesso',
    icon: 'CheckCircle',
    next: ['EM_ATENDIMENTO'],
    closed: true,
    pausesDue: false,
  },
  {
    value: 'CANCELADO',
    label: 'Cancelado',
    color: 'secundaria',
    icon: 'Cancel',
    next: ['EM_ATENDIMENTO'],
    closed: true,
    pausesDue: false,
  },
]);

export type TicketResult = 'PROCEDENTE' | 'PARCIAL' | 'IMPROCEDENTE';

/** How a finished ticket ended (DOMAIN section 2). */
export const ticketResult = catalogOf<CatalogRow<TicketResult>>()([
  { value: 'PROCEDENTE', label: 'Procedente', color: 'sucesso', icon: 'Verified' },
  { value: 'PARCIAL', label: 'Parcialmente procedente', color: 'aviso', icon: 'SwapHoriz' },
  { value: 'IMPROCEDENTE', label: 'Improcedente', color: 'perigo', icon: 'ThumbDown' },
]);

export type TicketLineStatus = 'AN' | 'A' | 'N';

/** Status of one product of a ticket (document 000, section 4). Reopening puts a decided line back under analysis. */
export const ticketLineStatus = catalogOf<StatusRow<TicketLineStatus>>()([
  { value: 'AN', label: 'Em Análise', color: 'aviso', icon: 'Pending', next: ['A', 'N'] },
  { value: 'A', label: 'Aprovado', color: 'sucesso', icon: 'CheckCircle', next: ['AN'] },
  { value: 'N', label: 'Negado', color: 'perigo', icon: 'ThumbDown', next: ['AN'] },
]);

type HistoryType = 'PUBLICO' | 'PRIVADO' | 'ENCAMINHAMENTO';

/** Chips on the messages of a ticket (document 000, section 2, screen 6). */
export const historyType = catalogOf<CatalogRow<HistoryType>>()([
  { value: 'PUBLICO', label: 'Público', color: 'informacao', icon: 'Public' },
  { value: 'PRIVADO', label: 'Privado', color: 'aviso', icon: 'Lock' },
  { value: 'ENCAMINHAMENTO', label: 'Encaminhado', color: 'secundaria', icon: 'Forward' },
]);

export type TimelineType =
  | 'CRIACAO'
  | 'MENSAGEM'
  | 'ATRIBUICAO'
  | 'ENCAMINHAMENTO'
  | 'AVANCO'
  | 'RETROCESSO'
  | 'STATUS'
  | 'ANALISE'
  | 'NOTA_DEVOLUCAO'
  | 'CONFERENCIA'
  | 'PRODUTOS'
  | 'ANEXO'
  | 'COLETA'
  | 'CUSTO'
  | 'NOTA_CANCELADA'
  | 'CAMPOS'
  | 'RECLASSIFICACAO'
  | 'FINALIZACAO'
  | 'CANCELAMENTO'
  | 'REABERTURA'
  | 'ARQUIVAMENTO'
  | 'DESARQUIVAMENTO'
  | 'CADASTRO';

/** Every event that a ticket's timeline records; each accepted event creates exactly one entry (DOMAIN section 4.3). */
export const timelineType = catalogOf<CatalogRow<TimelineType>>()([
  { value: 'CRIACAO', label: 'Ticket aberto', color: 'informacao', icon: 'AddCircleOutline' },
  { value: 'MENSAGEM', label: 'Mensagem', color: 'informacao', icon: 'QuestionAnswer' },
  { value: 'ATRIBUICAO', label: 'Responsável definido', color: 'primaria', icon: 'AssignmentInd' },
  { value: 'ENCAMINHAMENTO', label: 'Encaminhado', color: 'secundaria', icon: 'Forward' },
  { value: 'AVANCO', label: 'Avançou de etapa', color: 'primaria', icon: 'TrendingUp' },
  { value: 'RETROCESSO', label: 'Voltou de etapa', color: 'aviso', icon: 'Undo' },
  { value: 'STATUS', label: 'Mudança de status', color: 'informacao', icon: 'Autorenew' },
  { value: 'ANALISE', label: 'Produtos analisados', color: 'primaria', icon: 'Search' },
  { value: 'NOTA_DEVOLUCAO', label: 'Nota de devolução enviada', color: 'primaria', icon: 'ReceiptLong' },
  { value: 'CONFERENCIA', label: 'Devolução conferida', color: 'primaria', icon: 'Inventory2' },
  { value: 'PRODUTOS', label: 'Produtos alterados', color: 'informacao', icon: 'Inventory2' },
  { value: 'ANEXO', label: 'Anexo incluído', color: 'informacao', icon: 'AttachFile' },
  { value: 'COLETA', label: 'Coleta', color: 'primaria', icon: 'LocalShipping' },
  { value: 'NOTA_CANCELADA', label: 'Nota fiscal cancelada', color: 'perigo', icon: 'ReceiptLong' },
  { value: 'CUSTO', label: 'Custo', color: 'aviso', icon: 'Paid' },
  { value: 'CAMPOS', label: 'Campos adicionais alterados', color: 'informacao', icon: 'Description' },
  { value: 'RECLASSIFICACAO', label: 'Tipo alterado', color: 'aviso', icon: 'SwapHoriz' },
  { value: 'FINALIZACAO', label: 'Ticket finalizado', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'CANCELAMENTO', label: 'Ticket cancelado', color: 'perigo', icon: 'Cancel' },
  { value: 'REABERTURA', label: 'Ticket reaberto', color: 'aviso', icon: 'Undo' },
  { value: 'ARQUIVAMENTO', label: 'Ticket arquivado', color: 'secundaria', icon: 'Archive' },
  { value: 'CADASTRO', label: 'Cliente cadastrado', color: 'sucesso', icon: 'HowToReg' },
  { value: 'DESARQUIVAMENTO', label: 'Ticket desarquivado', color: 'secundaria', icon: 'Unarchive' },
]);

type CostKind =
  | 'FRETE_DEVOLUCAO'
  | 'FRETE_REENVIO'
  | 'AVARIA'
  | 'EXTRAVIO'
  | 'DESCARTE'
  | 'RESSARCIMENTO'
  | 'OUTRO';

/** The kinds of cost of a ticket. */
export const costKind = catalogOf<CatalogRow<CostKind>>()([
  { value: 'FRETE_DEVOLUCAO', label: 'Frete da devolução', color: 'informacao', icon: 'AssignmentReturn' },
  { value: 'FRETE_REENVIO', label: 'Frete do reenvio', color: 'informacao', icon: 'LocalShipping' },
  { value: 'AVARIA', label: 'Avaria no transporte', color: 'perigo', icon: 'ReportProblem' },
  { value: 'EXTRAVIO', label: 'Extravio', color: 'perigo', icon: 'RemoveShoppingCart' },
  { value: 'DESCARTE', label: 'Descarte', color: 'secundaria', icon: 'Inventory2' },
  { value: 'RESSARCIMENTO', label: 'Ressarcimento ao cliente', color: 'aviso', icon: 'Paid' },
  { value: 'OUTRO', label: 'Outro custo', color: 'secundaria', icon: 'RequestQuote' },
]);
