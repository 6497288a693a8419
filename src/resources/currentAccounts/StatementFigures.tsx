import Box from '@mui/material/Box';
import type { Statement } from '../../../contract/callcenter/currentAccounts.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { FigureTile } from '../../ui/components/detail/FigureTile.tsx';
import { Signed } from './accountColumns.tsx';

/** The sum of the period: before, in, out, after. */
export function StatementFigures({ statement }: { statement: Statement }) {
  const { saldoInicial, creditos, debitos, saldoFinal, saldoAtual, data_inicio, data_fim } = statement;
  const isNow = compareDecimals(saldoAtual, saldoFinal) === 0;
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))' }}>
      <FigureTile
        label="Saldo anterior"
        value={<Signed value={saldoInicial} />}
        note={`antes de ${formatCalendarDate(data_inicio)}`}
      />
      <FigureTile label="Entradas" value={<Signed value={creditos} />} />
      <FigureTile label="Saídas" value={<Signed value={debitos} />} />
      <FigureTile
        label={isNow ? 'Saldo' : 'Saldo no fim'}
        value={<Signed value={saldoFinal} />}
        note={`em ${formatCalendarDate(data_fim)}`}
      />
      {!isNow && <FigureTile label="Saldo atual" value={<Signed value={saldoAtual} />} />}
    </Box>
  );
}
