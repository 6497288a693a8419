import Box from '@mui/material/Box';
import type { Goal } from '../../../contract/callcenter/goals.ts';
import {
  type Decimal,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  sumDecimals,
} from '../../../contract/rules/decimal.ts';
import { formatMoney, formatPercent } from '../../../contract/rules/format.ts';
import { FigureTile } from '../../ui/components/detail/FigureTile.tsx';

/** The month as a whole. */
export function GoalTotals({ goals }: { goals: readonly Goal[] }) {
  const sum = (key: 'valor' | 'valorRealizado' | 'margem' | 'margemRealizada') =>
    sumDecimals(goals.map((goal) => goal[key]));
  const [goal, done, margin, marginDone] = [
    sum('valor'),
    sum('valorRealizado'),
    sum('margem'),
    sum('margemRealizada'),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(170px, 1fr))' }}>
      <FigureTile label="Objetivo do mês" value={formatMoney(goal, 2)} />
      <FigureTile label="Vendido" value={formatMoney(done, 2)} note={`${share(done, goal)} do objetivo`} />
      <FigureTile label="Objetivo de margem" value={formatMoney(margin, 2)} />
      <FigureTile
        label="Margem"
        value={formatMoney(marginDone, 2)}
        note={`${share(marginDone, margin)} do objetivo`}
      />
    </Box>
  );
}

const share = (done: Decimal, goal: Decimal): string =>
  isPositive(goal) ? formatPercent(divideDecimals(multiplyDecimals(done, '100'), goal, 4), 1) : '—';
