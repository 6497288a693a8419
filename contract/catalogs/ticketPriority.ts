import { type CatalogRow, catalogOf } from './catalog.ts';

export type TicketPriority = 'URGENTE' | 'ALTA' | 'NORMAL' | 'BAIXA';

/** Who is served first, as the company decides; people outside it do not see it. A ticket begins as normal. */
export const ticketPriority = catalogOf<CatalogRow<TicketPriority>>('prioridade')([
  { value: 'URGENTE', label: 'Urgente', color: 'perigo', icon: 'ReportProblem' },
  { value: 'ALTA', label: 'Alta', color: 'aviso', icon: 'TrendingUp' },
  { value: 'NORMAL', label: 'Normal', color: 'informacao', icon: 'Pending' },
  { value: 'BAIXA', label: 'Baixa', color: 'secundaria', icon: 'HourglassEmpty' },
]);
