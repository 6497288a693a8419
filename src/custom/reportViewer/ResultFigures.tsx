import Box from '@mui/material/Box';
import { totalName, totalText } from '../../../contract/rules/reports/cellText.ts';
import type { ReportColumn } from '../../../contract/rules/reports/report.ts';
import type { ReportResult } from '../../../contract/sac/reports.ts';
import { FigureTile } from '../../ui/components/detail/FigureTile.tsx';

const MOST = 6;

/** What the report comes to: its totals, before its rows. */
export function ResultFigures({ result }: { result: ReportResult }) {
  const columns = (result.colunas as ReportColumn[])
    .filter(({ campo, total }) => total && result.totais[campo] != null)
    .slice(0, MOST);
  if (columns.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID, '&& strong': FIGURE }}>
      {columns.map((column) => (
        <FigureTile
          key={column.campo}
          label={column.titulo}
          value={totalText(result.totais[column.campo] ?? null, column)}
          note={totalName(column).toLowerCase()}
        />
      ))}
    </Box>
  );
}

const GRID = { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(176px, 1fr))' };
/** Millions fit a phone's half. */
const FIGURE = { fontSize: { xs: '1.0625rem', sm: '1.25rem' }, overflowWrap: 'anywhere' };
