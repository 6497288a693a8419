import type { CatalogRow } from './catalog.ts';

export type PickupType = 'TRANSPORTADORA' | 'REPRESENTANTE';

/** Who fetches the goods. The path of a call carries the value in small letters. */
export const pickupType: readonly CatalogRow<PickupType>[] = [
  { value: 'TRANSPORTADORA', label: 'Transportadora', color: 'primaria', icon: 'LocalShipping' },
  { value: 'REPRESENTANTE', label: 'Representante', color: 'secundaria', icon: 'Badge' },
];
