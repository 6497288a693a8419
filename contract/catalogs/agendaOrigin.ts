import type { CatalogRow } from './catalog.ts';

export type AgendaOrigin = 'GO' | 'ERP' | 'AUTOMACAO';

/** Who wrote an agenda (`agenda_origem`): GO and ERP are document 001's, automations are ours. */
export const agendaOrigin: readonly CatalogRow<AgendaOrigin>[] = [
  { value: 'GO', label: 'Call-center', color: 'primaria', icon: 'HeadsetMic' },
  { value: 'ERP', label: 'ERP', color: 'secundaria', icon: 'Warehouse' },
  { value: 'AUTOMACAO', label: 'Automação', color: 'informacao', icon: 'Autorenew' },
];
