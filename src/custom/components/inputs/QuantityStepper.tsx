import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Decimal } from '../../../../contract/rules/decimal.ts';
import {
  formatQuantity,
  parseTypedQuantity,
  QUANTITY_MAX_DIGITS,
} from '../../../../contract/rules/quantity.ts';
import { themeColors } from '../themeColors.ts';
import { isAllowedTyping, stepQuantity } from './quantitySteps.ts';

export interface QuantityStepperProps {
  /** 'Quantidade de Biscoito Maria 400 g'. */
  label: string;
  /** Exact decimal with a point; null for nothing or something invalid. */
  value: Decimal | null;
  onChange: (value: Decimal | null) => void;
  max?: Decimal | undefined;
  /** What one press adds or takes. */
  step?: Decimal;
  unit?: string;
  /** Digits that can be typed, decimals included (7 on tickets, 4 by default on quotes). */
  maxLength?: number;
  /** False where only whole numbers make sense. */
  decimals?: boolean;
  disabled?: boolean;
}

/** A quantity: minus, plus, the arrow keys, or typed with a comma. */
export const QuantityStepper = (props: QuantityStepperProps) => {
  const { label, value, onChange, max, step = '1', unit, decimals = true, disabled = false } = props;
  const { maxLength = QUANTITY_MAX_DIGITS } = props;
  const hintId = useId();
  // What is being typed; the value itself shows when it is not the typed one any more.
  const [typed, setTyped] = useState<string>();
  const limits = max === undefined ? {} : { max };
  const typedValue = typed === undefined ? undefined : readTyped(typed, limits);
  const shown =
    typed !== undefined && typedValue?.value === value ? typed : value === null ? '' : formatQuantity(value);
  const problem = typedValue?.value === value ? typedValue?.problem : undefined;

  const type = (text: string) => {
    if (!isAllowedTyping(text, { maxLength, decimals })) return;
    setTyped(text);
    onChange(readTyped(text, limits).value);
  };
  const press = (direction: 1 | -1) => {
    setTyped(undefined);
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
          aria-label={label}
          aria-describedby={hintId}
          aria-invalid={problem !== undefined}
          inputMode={decimals ? 'decimal' : 'numeric'}
          autoComplete="off"
          disabled={disabled}
          value={shown}
          onChange={(event) => type(event.target.value)}
          onBlur={() => problem === undefined && setTyped(undefined)}
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

const readTyped = (text: string, limits: { max?: Decimal }): { value: Decimal | null; problem?: string } => {
  if (text === '') return { value: null };
  const result = parseTypedQuantity(text, limits);
  return result.ok ? { value: result.value } : { value: null, problem: result.message };
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
