import type { AgendaImportBatch, AgendaImportLine } from '../../../contract/callcenter/agendaImport.ts';
import type { RawAgendaLine } from '../../../contract/rules/agendaImport/agendaLine.ts';
import { formatCount } from '../../../contract/rules/format.ts';

/** A line as the batch keeps it. */
export type BatchLine = AgendaImportLine;

export const newLine = (linha: number, lido: RawAgendaLine): BatchLine => ({
  linha,
  situacao: 'RECUSADA',
  motivos: [],
  lido,
  cliente: null,
  colaborador: null,
  data_agendada: null,
  idAgenda: null,
});

interface Batch {
  id: number;
  lines: BatchLine[];
  takenAt: Date | null;
}

export function batchView({ id, lines, takenAt }: Batch): AgendaImportBatch {
  const count = (situacao: BatchLine['situacao']) =>
    lines.filter((line) => line.situacao === situacao).length;
  const counts = { validas: count('VALIDA'), recusadas: count('RECUSADA'), importadas: count('IMPORTADA') };
  return {
    id,
    total: lines.length,
    ...counts,
    importada: takenAt !== null,
    linhas: lines,
    message: messageOf(counts, takenAt),
  };
}

function messageOf(
  { validas, recusadas, importadas }: Pick<AgendaImportBatch, 'validas' | 'recusadas' | 'importadas'>,
  takenAt: Date | null,
): string {
  const left = recusadas > 0 ? `, ${formatCount(recusadas, 'linha recusada', 'linhas recusadas')}` : '';
  return takenAt
    ? `${formatCount(importadas, 'agenda importada', 'agendas importadas')}${left}.`
    : `${formatCount(validas, 'agenda pronta', 'agendas prontas')} para importar${left}.`;
}
