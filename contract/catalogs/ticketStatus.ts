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

/** docs/domain.md 2. The transitions out of a closed status are only available through `reabrir`. */
export const ticketStatus = catalogOf<TicketStatusRow>('situacaoTicket')([
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

/** How a finished ticket ended (docs/domain.md 2). */
export const ticketResult = catalogOf<CatalogRow<TicketResult>>('resultadoTicket')([
  { value: 'PROCEDENTE', label: 'Procedente', color: 'sucesso', icon: 'Verified' },
  { value: 'PARCIAL', label: 'Parcialmente procedente', color: 'aviso', icon: 'SwapHoriz' },
  { value: 'IMPROCEDENTE', label: 'Improcedente', color: 'perigo', icon: 'ThumbDown' },
]);

export type TicketLineStatus = 'AN' | 'A' | 'N';

/** Status of one product of a ticket (document 000, section 4). Reopening puts a decided line back under analysis. */
export const ticketLineStatus = catalogOf<StatusRow<TicketLineStatus>>('situacaoProduto')([
  { value: 'AN', label: 'Em Análise', color: 'aviso', icon: 'Pending', next: ['A', 'N'] },
  { value: 'A', label: 'Aprovado', color: 'sucesso', icon: 'CheckCircle', next: ['AN'] },
  { value: 'N', label: 'Negado', color: 'perigo', icon: 'ThumbDown', next: ['AN'] },
]);

type HistoryType = 'PUBLICO' | 'PRIVADO' | 'ENCAMINHAMENTO';

/** Chips on the messages of a ticket (document 000, section 2, screen 6). */
export const historyType = catalogOf<CatalogRow<HistoryType>>('tipoMensagem')([
  { value: 'PUBLICO', label: 'Público', color: 'informacao', icon: 'Public' },
  { value: 'PRIVADO', label: 'Privado', color: 'aviso', icon: 'Lock' },
  { value: 'ENCAMINHAMENTO', label: 'Encaminhado', color: 'secundaria', icon: 'Forward' },
]);
