import type { ImportState, ImportSummary } from '../../../contract/records/recordImport.ts';

const STATES: Record<ImportState, string> = {
  CONFERENCIA: 'Em conferência',
  NA_FILA: 'Na fila',
  EXECUTANDO: 'Gravando',
  CONCLUIDO: 'Concluída',
  CANCELADO: 'Cancelada',
  FALHOU: 'Parou',
};

/** What people read of an import's state. */
export const importStateText = ({
  situacao,
  simulacao,
}: Pick<ImportSummary, 'situacao' | 'simulacao'>): string =>
  situacao === 'EXECUTANDO' && simulacao ? 'Simulando' : STATES[situacao];

export const isRunning = ({ situacao }: Pick<ImportSummary, 'situacao'>): boolean =>
  situacao === 'NA_FILA' || situacao === 'EXECUTANDO';
