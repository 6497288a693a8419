import type { CatalogRow } from './catalog.ts';

export type ImportLineStatus = 'VALIDA' | 'RECUSADA' | 'IMPORTADA';

/** What became of a line of an imported sheet. */
export const importLineStatus: readonly CatalogRow<ImportLineStatus>[] = [
  { value: 'VALIDA', label: 'Pronta', color: 'informacao', icon: 'Pending' },
  { value: 'RECUSADA', label: 'Recusada', color: 'perigo', icon: 'ReportProblem' },
  { value: 'IMPORTADA', label: 'Importada', color: 'sucesso', icon: 'CheckCircle' },
];
