import Stack from '@mui/material/Stack';
import { compareDecimals, type Decimal } from '#contract/rules/decimal.ts';
import { type ReturnUnit, roundedIn } from '#contract/rules/tickets/returnUnits.ts';
import { QuantityStepper } from './QuantityStepper.tsx';
import { UnitChoice } from './UnitChoice.tsx';

interface ReturnQuantityFieldProps {
  /** E.g. 'Quantidade de Biscoito Maria 400 g'. */
  label: string;
  value: Decimal | null;
  unit: ReturnUnit;
  /** The units on offer; with a single one there is nothing to choose. */
  units: readonly ReturnUnit[];
  /** The most that may be returned, in base units. */
  rest: Decimal;
  /** Whether base units may have decimals. */
  divides: boolean;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (value: Decimal | null) => void;
  onUnit: (unit: ReturnUnit) => void;
}

/** A quantity to return and its unit: three bottles of a box are given in bottles. */
export function ReturnQuantityField(props: ReturnQuantityFieldProps) {
  const { label, value, unit, units, rest, divides, disabled = false, error, onChange, onUnit } = props;
  const isBase = compareDecimals(unit.factor, '1') === 0;
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
      <QuantityStepper
        label={label}
        value={value}
        onChange={onChange}
        max={roundedIn(rest, unit.factor)}
        unit={unit.unit}
        decimals={divides || !isBase}
        disabled={disabled}
        error={error}
      />
      <UnitChoice
        label={`Unidade da ${label.replace(/^Q/, 'q')}`}
        unit={unit}
        units={units}
        disabled={disabled}
        onUnit={onUnit}
      />
    </Stack>
  );
}
