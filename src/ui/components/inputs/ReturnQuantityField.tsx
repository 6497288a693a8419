import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { compareDecimals, type Decimal } from '../../../../contract/rules/decimal.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import { isSameUnit, type ReturnUnit, roundedIn } from '../../../../contract/rules/tickets/returnUnits.ts';
import { QuantityStepper } from './QuantityStepper.tsx';

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
      {units.length > 1 && (
        <TextField
          select
          size="small"
          hiddenLabel
          value={String(units.findIndex((each) => isSameUnit(each, unit)))}
          onChange={({ target }) => {
            const chosen = units[Number(target.value)];
            if (chosen) onUnit(chosen);
          }}
          disabled={disabled}
          slotProps={{ htmlInput: { 'aria-label': `Unidade da ${label.replace(/^Q/, 'q')}` } }}
          sx={{ minWidth: 88 }}
        >
          {units.map((each, index) => (
            <MenuItem key={`${each.unit}/${each.factor}`} value={String(index)}>
              {unitName(each)}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Stack>
  );
}

/** 'UN', 'CX com 12'. */
const unitName = ({ unit, factor }: ReturnUnit): string =>
  compareDecimals(factor, '1') === 0 ? unit : `${unit} com ${formatQuantity(factor)}`;
