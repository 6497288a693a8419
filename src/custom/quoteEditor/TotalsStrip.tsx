import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import type { EditedQuote } from '../../../contract/callcenter/quoteShapes.ts';
import { isPositive } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { totalsStrip } from '../../../contract/rules/orders/totalsStrip.ts';
import { stripText } from '../orders/TotalsStrip.tsx';

interface TotalsStripProps {
  quote: EditedQuote;
  /** Whether what is seen is saved. */
  status: ReactNode;
  actions: ReactNode;
}

/** Sums of the quote at the foot of the window; on a phone the total alone. */
export function TotalsStrip({ quote, status, actions }: TotalsStripProps) {
  const figures = figuresOf(quote);
  return (
    <Paper
      component="section"
      aria-label="Totais"
      variant="outlined"
      sx={{
        p: 3,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 1,
        alignItems: 'center',
      }}
    >
      <Figures figures={figures} when={{ xs: 'none', sm: 'flex' }} />
      <Figures figures={figures.filter(([name]) => name === 'TOTAL')} when={{ xs: 'flex', sm: 'none' }} />
      {/* Its place is kept before anything was saved; on a phone it comes above, so that nothing below it moves. */}
      <Box
        sx={{
          order: { xs: -1, md: 0 },
          flexBasis: { xs: '100%', md: 'auto' },
          ml: { md: 'auto' },
          minHeight: { md: 20 },
          '&:empty': { display: { xs: 'none', md: 'block' } },
        }}
      >
        {status}
      </Box>
      <Box sx={{ ml: { xs: 'auto', md: 0 } }}>{actions}</Box>
    </Paper>
  );
}

/** The other sums, above the strip of a phone. */
export const PhoneTotals = ({ quote }: { quote: EditedQuote }) => (
  <Box sx={{ mt: 4, display: { sm: 'none' } }}>
    <Figures
      figures={figuresOf(quote).filter(([name]) => name !== 'TOTAL')}
      when={{ xs: 'flex', sm: 'none' }}
    />
  </Box>
);

/** The sums of the totals' rule, and the customer's flex. */
function figuresOf(quote: EditedQuote): [string, string][] {
  const { flex } = quote.cliente;
  const sums = totalsStrip({ ...quote, exibeMargemLucro: quote.percLucro !== null }, true);
  return [
    ...sums.map((entry): [string, string] => [entry.label, stripText(entry)]),
    // What may still be given away is said before a price is refused for it.
    ...(isPositive(flex) || isPositive(quote.flexUsado)
      ? [['FLEX', `${formatMoney(quote.flexUsado, 2)} de ${formatMoney(flex, 2)}`] as [string, string]]
      : []),
  ];
}

interface FiguresProps {
  figures: [string, string][];
  /** On a phone the strip holds the total alone; the other sums stand above it. */
  when: { xs: 'flex' | 'none'; sm: 'flex' | 'none' };
}

const Figures = ({ figures, when }: FiguresProps) => (
  <Box component="dl" sx={{ display: when, flexWrap: 'wrap', gap: 5, m: 0 }}>
    {figures.map(([name, value]) => (
      <div key={name} data-print={HOUSE_ONLY.has(name) ? 'no' : undefined}>
        <dt style={{ fontSize: 11 }}>{name}</dt>
        <dd
          style={{ margin: 0, fontWeight: name === 'TOTAL' ? 700 : 500, fontVariantNumeric: 'tabular-nums' }}
        >
          {value}
        </dd>
      </div>
    ))}
  </Box>
);

/** Paper goes to the customer. */
const HOUSE_ONLY: ReadonlySet<string> = new Set(['LUCRO', 'FLEX']);
