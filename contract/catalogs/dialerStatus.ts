import type { CatalogRow } from './catalog.ts';

export type DialerStatus =
  | 'LIGACAO_OCUPADA'
  | 'LIGACAO_NAO_ATENDIDA'
  | 'LIGACAO_RECEBIDA'
  | 'LIGACAO_ATENDIDA';

/** What the dialer says of a call (document 001 section 4). */
export const dialerStatus: readonly CatalogRow<DialerStatus>[] = [
  { value: 'LIGACAO_OCUPADA', label: 'Ocupada', color: 'aviso', icon: 'Block' },
  { value: 'LIGACAO_NAO_ATENDIDA', label: 'Não atendida', color: 'perigo', icon: 'Cancel' },
  { value: 'LIGACAO_RECEBIDA', label: 'Recebida', color: 'informacao', icon: 'Inbox' },
  { value: 'LIGACAO_ATENDIDA', label: 'Atendida', color: 'sucesso', icon: 'CheckCircle' },
];
