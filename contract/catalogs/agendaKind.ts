import type { CatalogRow } from './catalog.ts';

export type AgendaKind = 'A' | 'C';

/** `tipo` of an agenda: documents 001 and 002 name the letters. */
export const agendaKind: readonly CatalogRow<AgendaKind>[] = [
  { value: 'A', label: 'Contato', color: 'informacao', icon: 'HeadsetMic' },
  { value: 'C', label: 'Cobrança', color: 'aviso', icon: 'Paid' },
];
