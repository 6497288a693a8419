import { styled } from '@mui/material/styles';
import type { OrderView } from '../../../contract/callcenter/orderRow.ts';
import { formatMoney, formatNumber, formatPercent } from '../../../contract/rules/format.ts';
import { type StripEntry, totalsStrip } from '../../../contract/rules/orders/orderTotals.ts';

interface TotalsStripProps {
  view: OrderView;
  /** The caller's part of the rule: where customers may look on, the profit is not shown. */
  showsProfit?: boolean;
}

/** What it comes to, each sum under its rule (contract/rules/orders/orderTotals.ts). */
export function TotalsStrip({ view, showsProfit = true }: TotalsStripProps) {
  return (
    <Strip aria-label="Totais">
      {totalsStrip(view, showsProfit).map((entry) => (
        // The profit stays in the house: paper goes to the customer.
        <div
          key={entry.key}
          data-total={entry.key === 'total' || undefined}
          data-print={entry.kind === 'percent' ? 'no' : undefined}
        >
          <dt>{entry.label}</dt>
          <dd>{stripText(entry)}</dd>
        </div>
      ))}
    </Strip>
  );
}

/** '3', 'R$ 12,00', '4,5%'. */
export function stripText({ kind, value }: StripEntry): string {
  if (kind === 'count') return formatNumber(value, 0);
  return kind === 'money' ? formatMoney(value, 2) : formatPercent(value, 2);
}

const Strip = styled('dl')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px 24px',
    margin: 0,
    padding: '8px 12px',
    borderRadius: 8,
    backgroundColor: components.realce,
    fontVariantNumeric: 'tabular-nums',
    '& dt': { fontSize: 12, color: components.textoSecundario },
    '& dd': { margin: 0, fontWeight: 500 },
    '& [data-total]': { marginLeft: 'auto' },
    '& [data-total] dd': { fontSize: '1.125rem', fontWeight: 600 },
  };
});
