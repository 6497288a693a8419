import type { CatalogRow } from './catalog.ts';

export type TrackingOccurrence = 'COL' | 'TRA' | 'UNI' | 'SAI' | 'ENT';

/** Occurrences of a consignment by the codes of our own table. A carrier's service has codes of its own beside them. */
export const trackingOccurrence: readonly CatalogRow<TrackingOccurrence>[] = [
  { value: 'COL', label: 'Coletada', color: 'informacao', icon: 'Inventory2' },
  { value: 'TRA', label: 'Em viagem', color: 'informacao', icon: 'Forward' },
  { value: 'UNI', label: 'Na unidade', color: 'informacao', icon: 'Warehouse' },
  { value: 'SAI', label: 'Saiu para entrega', color: 'aviso', icon: 'LocalShipping' },
  { value: 'ENT', label: 'Entregue', color: 'sucesso', icon: 'CheckCircle' },
];
