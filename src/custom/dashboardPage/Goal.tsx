import { styled } from '@mui/material/styles';
import { compareDecimals, subtractDecimals } from '#contract/rules/decimal.ts';
import { DOCUMENT_DECIMALS, formatMoney } from '#contract/rules/format.ts';
import type { SourceResult } from '#contract/sac/reports/homePages.ts';
import { Quiet } from './blockStates.tsx';

const RADIUS = 42;
const ROUND = 2 * Math.PI * RADIUS;

/** How much of the month's goal is sold: a ring, and the same in words. */
export function Goal({ goal }: { goal: SourceResult['meta'] }) {
  if (!goal) return <Quiet>Nenhuma meta para este mês.</Quiet>;
  const { vendido, alvo, parte } = goal;
  const money = (value: string) => formatMoney(value, DOCUMENT_DECIMALS);
  const reached = compareDecimals(vendido, alvo) >= 0;
  return (
    <Side>
      <Ring viewBox="0 0 100 100" role="img" aria-label={`${parte}% da meta`}>
        <circle cx="50" cy="50" r={RADIUS} />
        <circle
          className="done"
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={`${(Math.min(parte, 100) / 100) * ROUND} ${ROUND}`}
        />
        <text x="50" y="50">
          {parte}%
        </text>
      </Ring>
      <p>
        <strong>{money(vendido)}</strong>
        <small>de {money(alvo)}</small>
        <small>{reached ? 'Meta atingida.' : `Faltam ${money(subtractDecimals(alvo, vendido))}.`}</small>
      </p>
    </Side>
  );
}

const Side = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  '& p': { margin: 0, minWidth: 0 },
  '& strong': { display: 'block', fontSize: '1.125rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& small': {
    display: 'block',
    fontSize: '0.8125rem',
    color: theme.vars.palette.components.textoSecundario,
  },
}));

const Ring = styled('svg')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    width: 112,
    height: 112,
    flex: 'none',
    '& circle': { fill: 'none', stroke: components.linha, strokeWidth: 10 },
    '& circle.done': {
      stroke: actions.sucesso.main,
      strokeLinecap: 'butt',
      transform: 'rotate(-90deg)',
      transformOrigin: '50px 50px',
    },
    '& text': {
      fill: components.texto,
      fontSize: 22,
      fontWeight: 600,
      textAnchor: 'middle',
      dominantBaseline: 'central',
    },
  };
});
