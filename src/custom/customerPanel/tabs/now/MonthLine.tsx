import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { CustomerNow } from '#contract/callcenter/customers/customerNow.ts';
import { sumDecimals } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { shortMonthText } from '#contract/rules/time/calendarDate.ts';
import { Section } from '#ui/components/detail/Section.tsx';

type Month = NonNullable<CustomerNow['compras']>['meses'][number];

const WIDTH = 600;
const HEIGHT = 96;
const EDGE = 8;

/** What the customer bought in each of the last twelve months, as a line; its place is kept while it is loading. */
export function MonthLine({ months }: { months: readonly Month[] | undefined }) {
  const total = months && sumDecimals(months.map(({ valor }) => valor));
  const bought = months?.filter(({ pedidos }) => pedidos > 0) ?? [];
  const orders = bought.reduce((sum, { pedidos }) => sum + pedidos, 0);
  return (
    <Section title="Compras em 12 meses">
      <Typography sx={{ fontSize: '0.8125rem', minHeight: 20 }} color="text.secondary">
        {total !== undefined &&
          (orders === 0
            ? 'Nenhum pedido em 12 meses.'
            : `${formatMoney(total, 2)} em ${formatCount(orders, 'pedido', 'pedidos')}`)}
      </Typography>
      <Chart viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" {...named(months)}>
        {months && <Drawing months={months} />}
      </Chart>
      <Ends aria-hidden>
        <span>{months?.[0] && shortMonthText(`${months[0].mes}-01`)}</span>
        <span>{months && shortMonthText(`${months.at(-1)?.mes}-01`)}</span>
      </Ends>
    </Section>
  );
}

/** For those who do not see the line: every month that has purchases. */
const named = (months: readonly Month[] | undefined) =>
  months
    ? { role: 'img', 'aria-label': `Compras por mês: ${months.map(monthWords).join('; ')}` }
    : { 'aria-hidden': true };

const monthWords = ({ mes, valor, pedidos }: Month): string =>
  `${shortMonthText(`${mes}-01`)}, ${pedidos === 0 ? 'nada' : formatMoney(valor, 2)}`;

/** Points as floats: a drawing needs no cents. */
function Drawing({ months }: { months: readonly Month[] }) {
  const values = months.map(({ valor }) => Number(valor));
  const highest = Math.max(...values, 1);
  const step = (WIDTH - 2 * EDGE) / Math.max(months.length - 1, 1);
  const points = values.map(
    (value, index) => [EDGE + index * step, HEIGHT - EDGE - (value / highest) * (HEIGHT - 2 * EDGE)] as const,
  );
  return (
    <>
      <line className="ground" x1={0} x2={WIDTH} y1={HEIGHT - EDGE} y2={HEIGHT - EDGE} />
      <polyline className="line" points={points.map((point) => point.join()).join(' ')} />
      {months.map((month, index) => (
        // As wide as the month, so that pointing anywhere at it names it.
        <rect
          key={month.mes}
          className="month"
          x={(points[index]?.[0] ?? 0) - step / 2}
          y={0}
          width={step}
          height={HEIGHT}
        >
          <title>
            {[monthWords(month), month.pedidos > 0 && formatCount(month.pedidos, 'pedido', 'pedidos')]
              .filter(Boolean)
              .join(' · ')}
          </title>
        </rect>
      ))}
    </>
  );
}

const Chart = styled('svg')(({ theme }) => {
  const { components, actions, action } = theme.vars.palette;
  return {
    display: 'block',
    width: '100%',
    height: HEIGHT,
    '& .ground': { stroke: components.linha, vectorEffect: 'non-scaling-stroke' },
    '& .line': {
      fill: 'none',
      stroke: actions.primaria.text,
      strokeWidth: 2,
      strokeLinejoin: 'round',
      vectorEffect: 'non-scaling-stroke',
    },
    '& .month': { fill: 'transparent', '&:hover': { fill: action.hover } },
  };
});

const Ends = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  minHeight: 16,
  fontSize: '0.75rem',
  color: theme.vars.palette.components.textoSecundario,
}));
