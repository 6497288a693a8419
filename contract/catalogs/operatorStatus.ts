import type { CatalogRow } from './catalog.ts';

export type OperatorStatus = 'DISPONIVEL' | 'EM_ATENDIMENTO' | 'PAUSA' | 'OFFLINE';

/** Where an operator stands (DOMAIN.md section 10). */
export const operatorStatus: readonly CatalogRow<OperatorStatus>[] = [
  { value: 'DISPONIVEL', label: 'Disponível', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'EM_ATENDIMENTO', label: 'Em atendimento', color: 'informacao', icon: 'HeadsetMic' },
  { value: 'PAUSA', label: 'Em pausa', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'OFFLINE', label: 'Offline', color: 'secundaria', icon: 'Block' },
];
