import type { CatalogRow } from './catalog.ts';

export type AgendaSituation = 'ATRASADA' | 'PENDENTE' | 'CUMPRIDA';

/** Document 001 section 4. Not stored: `situationOf` (contract/rules/agendas) reads it from the two instants. */
export const agendaSituation: readonly CatalogRow<AgendaSituation>[] = [
  { value: 'ATRASADA', label: 'Atrasada', color: 'perigo', icon: 'EventBusy' },
  { value: 'PENDENTE', label: 'Pendente', color: 'informacao', icon: 'Event' },
  { value: 'CUMPRIDA', label: 'Cumprida', color: 'sucesso', icon: 'CheckCircle' },
];
