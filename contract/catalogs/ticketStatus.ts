import type { StatusRow } from './catalog.ts';

export type TicketStatus =
  | 'ABERTO'
  | 'EM_ATENDIMENTO'
  | 'AGUARDANDO_CLIENTE'
  | 'AGUARDANDO_TERCEIRO'
  | 'FINALIZADO'
  | 'CANCELADO';

interface TicketStatusRow extends StatusRow<TicketStatus> {
  /** What an end consumer, who is the customer, reads in the place of the label. */
  ownLabel?: string;
  /** Nothing more is expected; only then a ticket may be archived. */
  closed: boolean;
  /** The due clock stands still. */
  pausesDue: boolean;
}

/** DOMAIN section 2. What follows a closed status is reached by `reabrir` only. */
export const ticketStatus: readonly TicketStatusRow[] = [
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
];
