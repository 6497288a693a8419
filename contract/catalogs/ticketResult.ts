import type { CatalogRow } from './catalog.ts';

export type TicketResult = 'PROCEDENTE' | 'PARCIAL' | 'IMPROCEDENTE';

/** How a finished ticket ended (DOMAIN section 2). */
export const ticketResult: readonly CatalogRow<TicketResult>[] = [
  { value: 'PROCEDENTE', label: 'Procedente', color: 'sucesso', icon: 'Verified' },
  { value: 'PARCIAL', label: 'Parcialmente procedente', color: 'aviso', icon: 'SwapHoriz' },
  { value: 'IMPROCEDENTE', label: 'Improcedente', color: 'perigo', icon: 'ThumbDown' },
];
