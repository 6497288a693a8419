import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useId } from 'react';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  isPositive,
  subtractDecimals,
} from '../../../../contract/rules/decimal.ts';
import {
  formatQuantity,
  fractionFault,
  parseQuantity,
  QUANTITY_MAX_DIGITS,
} from '../../../../contract/rules/quantity.ts';
import { themeColors } from '../../theme/theme.ts';
import { readTypedNumber } from './NumberField.tsx';
import { useTypedProblem } from './typedGate.ts';
import { type Reading, useTypedText } from './useTypedText.ts';

export interface QuantityStepperProps {
  /** E.g. 'Quantidade de Biscoito Maria 400 g'. */
  label: string;
  /** An exact decimal with a point; null when empty or invalid. */
  value: Decimal | null;
  onChange: (value: Decimal | null) => void;
  max?: Decimal | undefined;
  /** The amount that one press adds or subtracts. */
  step?: Decimal;
  unit?: string;
  /** Maximum number of digits, decimals included (7 on tickets, 4 by default on quotes). */
  maxLength?: number;
  /** False where only integers make sense. */
  decimals?: boolean;
  disabled?: boolean;
}

/** A quantity, changed by minus, plus and the arrow keys, or typed with a comma. */
export const QuantityStepper = (props: QuantityStepperProps) => {
  const { label, value, onChange, max, step = '1', unit, decimals = true, disabled = false } = props;
  const { maxLength = QUANTITY_MAX_DIGITS } = props;
  const hintId = useId();
  const typed = useTypedText<Decimal>({
    value,
    onChange,
    format: formatQuantity,
    read: (text) => readTypedQuantity(text, { max, maxLength, decimals }),
  });
  const ref = useTypedProblem(typed.problem, typed.onRefused);
  const problem = typed.shownProblem;
  const press = (direction: 1 | -1) => {
    typed.forget();
    onChange(stepQuantity(value, { step, direction, max }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    press(event.key === 'ArrowUp' ? 1 : -1);
  };

  return (
    <div>
      <Frame role="group" aria-label={label}>
        <IconButton
          size="small"
          aria-label="Diminuir"
          disabled={disabled || value === null || stepQuantity(value, { step, direction: -1, max }) === value}
          onClick={() => press(-1)}
        >
          <RemoveIcon fontSize="small" />
        </IconButton>
        <input
          ref={ref}
          aria-label={label}
          aria-describedby={hintId}
          aria-invalid={problem !== undefined}
          inputMode={decimals ? 'decimal' : 'numeric'}
          autoComplete="off"
          disabled={disabled}
          value={typed.text}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.leave}
          onKeyDown={onKeyDown}
        />
        <IconButton
          size="small"
          aria-label="Aumentar"
          disabled={disabled || stepQuantity(value, { step, direction: 1, max }) === value}
          onClick={() => press(1)}
        >
          <AddIcon fontSize="small" />
        </IconButton>
      </Frame>
      <FormHelperText id={hintId} error={problem !== undefined} component="div" aria-live="polite">
        {problem ?? hintOf(max, unit)}
      </FormHelperText>
    </div>
  );
};

const hintOf = (max: Decimal | undefined, unit: string | undefined) =>
  max === undefined ? (unit ?? '') : `Máximo ${formatQuantity(max)}${unit ? ` ${unit}` : ''}`;

const Frame = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    display: 'inline-flex',
    maxWidth: '100%',
    alignItems: 'center',
    gap: 2,
    padding: 1,
    borderRadius: 6,
    border: `1px solid ${color.components?.campo ?? color.text.secondary}`,
    backgroundColor: color.background.paper,
    '&:focus-within': { outline: `2px solid ${color.primary.main}`, outlineOffset: -1 },
    '& input': {
      font: 'inherit',
      fontSize: 14,
      fontVariantNumeric: 'tabular-nums',
      width: 72,
      minWidth: 40,
      height: 28,
      padding: 0,
      border: 0,
      outline: 0,
      textAlign: 'center',
      color: color.text.primary,
      background: 'none',
    },
  };
});

interface Step {
  step: Decimal;
  direction: 1 | -1;
  max: Decimal | undefined;
}

/** One step up or down. Stays above zero and within the maximum; returns the same value at either end. */
const stepQuantity = (value: Decimal | null, { step, direction, max }: Step): Decimal | null => {
  if (direction === 1) return atMost(value === null ? step : addDecimals(value, step), max);
  if (value === null) return null;
  const less = subtractDecimals(value, step);
  return isPositive(less) ? less : value;
};

const atMost = (value: Decimal, max: Decimal | undefined) =>
  max !== undefined && compareDecimals(value, max) > 0 ? max : value;

interface QuantityRules {
  max?: Decimal | undefined;
  /** Maximum number of digits, decimals included. */
  maxLength: number;
  decimals: boolean;
}

/** Interprets a typed quantity. */
function readTypedQuantity(text: string, { max, maxLength, decimals }: QuantityRules): Reading<Decimal> {
  const number = readTypedNumber(text, {});
  if (number.problem !== undefined || number.value === null) return number;
  const result = parseQuantity(number.value, max === undefined ? {} : { max });
  if (!result.ok) return { problem: result.message };
  if (fractionFault(result.value, decimals, max)) return { problem: 'Use um número inteiro' };
  if (result.value.replace('.', '').length > maxLength)
    return { problem: `A quantidade pode ter no máximo ${maxLength} dígitos.` };
  return { value: result.value };
}
