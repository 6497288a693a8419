import type { CatalogRow } from '#contract/catalogs/catalog.ts';

/** The outcome of a received e-mail. */
export const receivedState: readonly CatalogRow[] = [
  { value: 'ESPERA', label: 'Espera por alguém', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'NO_TICKET', label: 'No ticket', color: 'sucesso', icon: 'MarkEmailRead' },
  { value: 'DESCARTADO', label: 'Descartado', color: 'secundaria', icon: 'Cancel' },
  { value: 'A_PARTE', label: 'Posto de lado', color: 'secundaria', icon: 'Archive' },
];
