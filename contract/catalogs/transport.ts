import { type CatalogRow, catalogOf, type StatusRow } from './catalog.ts';

export type PickupStatus = 'GERADA' | 'CONFIRMADA' | 'CANCELADA';

/**
 * Status of a pickup (coleta). A confirmed pickup opens the transition out of the current step of its tickets (docs/domain.md
 * 3).
 */
export const pickupStatus = catalogOf<StatusRow<PickupStatus>>('situacaoColeta')([
  {
    value: 'GERADA',
    label: 'Gerada',
    color: 'aviso',
    icon: 'PendingActions',
    next: ['CONFIRMADA', 'CANCELADA'],
  },
  { value: 'CONFIRMADA', label: 'Confirmada', color: 'sucesso', icon: 'CheckCircle', next: ['CANCELADA'] },
  { value: 'CANCELADA', label: 'Cancelada', color: 'secundaria', icon: 'Cancel', next: [] },
]);

export type PickupType = 'TRANSPORTADORA' | 'REPRESENTANTE';

/** Who collects the goods. In the path of a call the value is in lower case. */
export const pickupType = catalogOf<CatalogRow<PickupType>>('responsavelColeta')([
  { value: 'TRANSPORTADORA', label: 'Transportadora', color: 'primaria', icon: 'LocalShipping' },
  { value: 'REPRESENTANTE', label: 'Representante', color: 'secundaria', icon: 'Badge' },
]);

type TrackingOccurrence = 'COL' | 'TRA' | 'UNI' | 'SAI' | 'ENT';

/** Tracking events of a consignment, with our own codes. A carrier's service adds its own codes to them. */
export const trackingOccurrence = catalogOf<CatalogRow<TrackingOccurrence>>('rastreamento')([
  { value: 'COL', label: 'Coletada', color: 'informacao', icon: 'Inventory2' },
  { value: 'TRA', label: 'Em viagem', color: 'informacao', icon: 'Forward' },
  { value: 'UNI', label: 'Na unidade', color: 'informacao', icon: 'Warehouse' },
  { value: 'SAI', label: 'Saiu para entrega', color: 'aviso', icon: 'LocalShipping' },
  { value: 'ENT', label: 'Entregue', color: 'sucesso', icon: 'CheckCircle' },
]);
