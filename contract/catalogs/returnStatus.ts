import type { CatalogRow } from './catalog.ts';

export type ReturnStatus = 'AGUARDANDO' | 'CONCLUIDO';

/** Requests of return and exchange, as the call-center sees their tickets (document 002 section 4). */
export const returnStatus: readonly CatalogRow<ReturnStatus>[] = [
  { value: 'AGUARDANDO', label: 'Aguardando', color: 'secundaria', icon: 'HourglassEmpty' },
  { value: 'CONCLUIDO', label: 'Concluído', color: 'sucesso', icon: 'CheckCircle' },
];
