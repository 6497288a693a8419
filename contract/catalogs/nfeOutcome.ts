import type { CatalogRow } from './catalog.ts';

/** What became of one file of an import of NF-e. */
export type NfeOutcome =
  | 'CRIADA'
  | 'IGUAL'
  | 'CANCELADA'
  | 'JUNTO'
  | 'AO_LADO'
  | 'SEM_EMITENTE'
  | 'ESPERA'
  | 'RECUSADA';

export const nfeOutcome: readonly CatalogRow<NfeOutcome>[] = [
  { value: 'CRIADA', label: 'Nota criada', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'IGUAL', label: 'Já estava no Balcão', color: 'secundaria', icon: 'Verified' },
  { value: 'CANCELADA', label: 'Nota cancelada', color: 'aviso', icon: 'Cancel' },
  { value: 'JUNTO', label: 'Guardada junto da nota citada', color: 'informacao', icon: 'AttachFile' },
  { value: 'AO_LADO', label: 'Não é venda a cliente', color: 'secundaria', icon: 'Block' },
  { value: 'SEM_EMITENTE', label: 'De emitente desconhecido', color: 'aviso', icon: 'HelpOutline' },
  { value: 'ESPERA', label: 'Espera a nota que cita', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'RECUSADA', label: 'Recusada', color: 'perigo', icon: 'ReportProblem' },
];
