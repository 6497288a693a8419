import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { isPositive, subtractDecimals } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { compareWithMirror } from '#contract/rules/steps/returnInvoice.ts';
import type { Mirror } from '#contract/sac/tickets/ticketItems.ts';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { Money } from '#ui/components/display/Texts.tsx';

interface MirrorComparisonProps {
  mirror: Mirror;
  tolerance: string;
  /** The invoice's total, `null` until it can be read. */
  total: string | null;
}

/** The mirror beside the invoice, with their difference in words and not by colour alone. */
export function MirrorComparison({ mirror: { totais }, tolerance, total }: MirrorComparisonProps) {
  const taxes = (
    [
      ['IPI', totais.ipi],
      ['ST', totais.st],
      ['STSN', totais.stsn],
    ] as const
  ).filter(([, value]) => isPositive(value));
  return (
    <Box
      component="section"
      aria-label="Comparação com o espelho"
      sx={{ p: 3, border: 1, borderColor: 'divider', borderRadius: 2, alignSelf: 'start' }}
    >
      <Typography sx={{ fontWeight: 600, mb: 2 }}>Espelho</Typography>
      <KeyValueList
        items={[
          { label: 'Produtos', value: <Money value={totais.produtos} decimals={2} /> },
          ...taxes.map(([label, value]) => ({ label, value: <Money value={value} decimals={2} /> })),
          { label: 'Total esperado', value: <Money value={totais.total} decimals={2} /> },
        ]}
      />
      <Difference mirrorTotal={totais.total} tolerance={tolerance} total={total} />
    </Box>
  );
}

function Difference({
  mirrorTotal,
  tolerance,
  total,
}: {
  mirrorTotal: string;
  tolerance: string;
  total: string | null;
}) {
  if (total === null)
    return (
      <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
        Informe o valor total da nota para comparar.
      </Typography>
    );
  const { difference, within } = compareWithMirror(total, { mirrorTotal, tolerance });
  const larger = isPositive(difference);
  const amount = formatMoney(larger ? difference : subtractDecimals('0', difference), 2);
  const Icon = within ? CheckCircle : ErrorOutline;
  return (
    <Typography
      role="status"
      variant="body2"
      sx={{
        mt: 2,
        display: 'flex',
        gap: 1,
        fontWeight: 500,
        color: (t) => t.vars.palette.actions[within ? 'sucesso' : 'perigo'].text,
      }}
    >
      <Icon sx={{ fontSize: 18 }} aria-hidden />
      {difference === '0'
        ? 'A nota confere com o espelho.'
        : `A nota está ${amount} ${larger ? 'acima' : 'abaixo'} do espelho${within ? ', dentro da tolerância.' : `; o aceito é até ${formatMoney(tolerance, 2)}.`}`}
    </Typography>
  );
}
