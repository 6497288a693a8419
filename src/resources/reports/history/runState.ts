import type { CatalogRow } from '../../../../contract/catalogs/catalog.ts';

export const runStates: readonly CatalogRow[] = [
  { value: 'PRONTO', label: 'Pronto', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'RODANDO', label: 'Gerando', color: 'informacao', icon: 'HourglassEmpty' },
  { value: 'FALHOU', label: 'Falhou', color: 'perigo', icon: 'Warning' },
  { value: 'CANCELADO', label: 'Cancelado', color: 'secundaria', icon: 'Cancel' },
];
