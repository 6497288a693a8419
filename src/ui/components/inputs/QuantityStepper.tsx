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
} from '#contract/rules/decimal.ts';
import {
  formatQuantity,
  fractionFault,
  lengthFault,
  parseQuantity,
  QUANTITY_MAX_DIGITS,
} from '#contract/rules/quantity.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { themeColors } from '../../theme/theme.tsx';
import { readTypedNumber } from './NumberField.tsx';
import { useTypedProblem } from './typedGate.ts';
import { type ParseResult, useTypedText } from './useTypedText.ts';

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
  /** The form's message, shown instead of the hint while the typed quantity has no problem of its own. */
  error?: string | undefined;
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
    read: (text) => readTypedQuantity(text, { max, unit, maxLength, decimals }),
  });
  const ref = useTypedProblem(typed.problem, typed.onRefused);
  const problem = typed.shownProblem ?? props.error;
  // The buttons step from the visible number, even if it is refused: 7 of 3 steps down to 3.
  const number = readTypedNumber(typed.text, {});
  const present = number.problem === undefined ? number.value : value;
  const most = atMost('9'.repeat(maxLength), max);
  const after = (direction: 1 | -1) => stepQuantity(present, { step, direction, most, decimals });
  const press = (direction: 1 | -1) => {
    const next = after(direction);
    if (next === present) return;
    typed.forget();
    onChange(next);
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
          disabled={disabled || after(-1) === present}
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
          disabled={disabled || after(1) === present}
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
    '@media print': { border: 0, '& input': { width: 'auto', fieldSizing: 'content', textAlign: 'left' } },
  };
});

interface Step {
  step: Decimal;
  direction: 1 | -1;
  most: Decimal;
  decimals: boolean;
}

/** One step up or down to the nearest allowed quantity; returns the same value when there is none. */
const stepQuantity = (from: Decimal | null, { step, direction, most, decimals }: Step): Decimal | null => {
  if (from === null || !isPositive(from)) return direction === 1 ? atMost(step, most) : from;
  const start = decimals ? from : roundDown(from);
  if (direction === 1)
    return compareDecimals(from, most) >= 0 ? from : atMost(addDecimals(start, step), most);
  const less = atMost(start === from ? subtractDecimals(from, step) : start, most);
  return isPositive(less) ? less : from;
};

const roundDown = (value: Decimal): Decimal => value.split('.')[0] ?? value;

const atMost = (value: Decimal, max: Decimal | undefined) =>
  max !== undefined && compareDecimals(value, max) > 0 ? max : value;

interface QuantityRules {
  max?: Decimal | undefined;
  /** The unit of the maximum, which a refusal names. */
  unit?: string | undefined;
  /** Maximum number of digits, decimals included. */
  maxLength: number;
  decimals: boolean;
}

/** Interprets a typed quantity. */
function readTypedQuantity(
  text: string,
  { max, unit, maxLength, decimals }: QuantityRules,
): ParseResult<Decimal> {
  const number = readTypedNumber(text, {});
  if (number.problem !== undefined || number.value === null) return number;
  const result = parseQuantity(number.value, { ...(max !== undefined && { max }), ...(unit && { unit }) });
  if (!result.ok) return { problem: result.message };
  if (fractionFault(result.value, decimals, max)) return { problem: 'Use um número inteiro' };
  const long = lengthFault(result.value, maxLength);
  return long ? { problem: `${upperFirst(long)}.` } : { value: result.value };
}
