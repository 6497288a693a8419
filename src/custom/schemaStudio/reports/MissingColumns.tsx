import PlaylistAddOutlined from '@mui/icons-material/PlaylistAddOutlined';
import Button from '@mui/material/Button';
import { countOf } from '../definitionWords.ts';
import type { PieceProps } from './ReportEditor.tsx';
import { missingColumns } from './reportEdits.ts';
import type { DataSet } from './useReportActions.ts';

interface MissingColumnsProps extends Pick<PieceProps, 'report' | 'set' | 'readOnly'> {
  dataSets: readonly DataSet[];
}

/**
 * Adds the query's missing columns to the table, with the titles and types of their fields, and removes those that the query
 * no longer returns.
 */
export function MissingColumns({ report, set, readOnly, dataSets }: MissingColumnsProps) {
  const { consulta, colunas } = report;
  if (readOnly || consulta.tipo === 'SQL') return null;
  const fields = dataSets.find(({ nome }) => nome === consulta.conjunto)?.campos;
  // Without the fields, a column would have its key as title.
  if (!fields) return null;
  const missing = missingColumns(report, fields);
  const kept = colunas.filter(({ campo }) => consulta.colunas.some(({ como }) => como === campo));
  if (missing.length === 0 && kept.length === colunas.length) return null;
  return (
    <Button
      variant="outlined"
      startIcon={<PlaylistAddOutlined />}
      sx={{ justifySelf: 'start' }}
      onClick={() => set(['colunas'], [...kept, ...missing])}
    >
      {missing.length > 0
        ? `Mostrar ${countOf(missing.length, 'coluna da consulta', 'colunas da consulta')}`
        : 'Retirar da tabela o que a consulta não traz'}
    </Button>
  );
}
