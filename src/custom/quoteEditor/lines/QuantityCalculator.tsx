import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { type Decimal, isPositive, multiplyDecimals } from '#contract/rules/decimal.ts';
import { type PackLimits, packQuantityProblem, packsFor } from '#contract/rules/orders/packaging.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';

interface QuantityCalculatorProps {
  anchor: HTMLElement | null;
  factor: Decimal;
  limits: PackLimits;
  onUse: (quantity: Decimal) => void;
  onClose: () => void;
}

/** Converts the units that the customer needs into the number of packagings. */
export function QuantityCalculator({ anchor, factor, limits, onUse, onClose }: QuantityCalculatorProps) {
  const [units, setUnits] = useState<Decimal | null>(null);
  const packs = units && isPositive(units) ? packsFor(units, factor, limits) : null;
  const problem = packs && packQuantityProblem(packs, limits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (packs && !problem) onUse(packs);
  };
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Calcular a quantidade' } }}
    >
      <form onSubmit={submit} style={{ padding: 16, display: 'grid', gap: 12, width: 260 }}>
        <NumberField
          label="Unidades que o cliente precisa"
          size="small"
          autoFocus
          value={units}
          onChange={setUnits}
          places={3}
        />
        <Typography variant="body2" aria-live="polite" color={problem ? 'error' : 'text.secondary'}>
          {problem
            ? problem.message
            : packs
              ? `${formatQuantity(packs)} ${limits.unit}, com ${formatQuantity(multiplyDecimals(packs, factor))} unidades`
              : `Cada ${limits.unit} tem ${formatQuantity(factor)}.`}
        </Typography>
        <Button type="submit" variant="contained" disabled={!packs || problem !== null}>
          Usar
        </Button>
      </form>
    </Popover>
  );
}
