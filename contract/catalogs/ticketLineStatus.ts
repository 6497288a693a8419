import type { StatusRow } from './catalog.ts';

export type TicketLineStatus = 'AN' | 'A' | 'N';

/** Status of one product of a ticket (document 000, section 4). Reopening puts a judged line back under analysis. */
export const ticketLineStatus: readonly StatusRow<TicketLineStatus>[] = [
  { value: 'AN', label: 'Em Análise', color: 'aviso', icon: 'Pending', next: ['A', 'N'] },
  { value: 'A', label: 'Aprovado', color: 'sucesso', icon: 'CheckCircle', next: ['AN'] },
  { value: 'N', label: 'Negado', color: 'perigo', icon: 'ThumbDown', next: ['AN'] },
];
