import { type CatalogRow, catalogOf } from './catalog.ts';

export type WaitEnd = 'AVISADO' | 'VENDIDO' | 'DESISTIU';

/** How a customer's wait for a product ended. */
export const waitEnd = catalogOf<CatalogRow<WaitEnd>>('fimEspera')([
  { value: 'AVISADO', label: 'Cliente avisado', color: 'sucesso', icon: 'HeadsetMic' },
  { value: 'VENDIDO', label: 'Vendido', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'DESISTIU', label: 'Cliente desistiu', color: 'secundaria', icon: 'Cancel' },
]);
