import type { CatalogRow } from './catalog.ts';

export type HistoryType = 'PUBLICO' | 'PRIVADO' | 'ENCAMINHAMENTO';

/** Chips of the messages of a ticket (document 000, section 2, screen 6). */
export const historyType: readonly CatalogRow<HistoryType>[] = [
  { value: 'PUBLICO', label: 'Público', color: 'informacao', icon: 'Public' },
  { value: 'PRIVADO', label: 'Privado', color: 'aviso', icon: 'Lock' },
  { value: 'ENCAMINHAMENTO', label: 'Encaminhado', color: 'secundaria', icon: 'Forward' },
];
