import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { ReactNode } from 'react';
import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { type NumberLimits, numberText, readTypedNumber } from './typedNumber.ts';
import { useTypedProblem } from './useTypedProblem.ts';
import { useTypedText } from './useTypedText.ts';

type FieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'multiline' | 'select' | 'inputRef'>;

export interface NumberFieldProps extends FieldProps, NumberLimits {
  value: Decimal | null;
  /** Receives the exact number; null for nothing, and for what is no such number: the form is blocked then. */
  onChange: (value: Decimal | null) => void;
  /** Decimals that are always shown. */
  fixed?: number;
  /** 'R$' and the like. */
  before?: ReactNode;
  /** '%', 'dias'. */
  after?: ReactNode;
  /** Acts at once, so a text that cannot be taken changes nothing. */
  live?: boolean;
  keptAs?: string | undefined;
}

/** The number input of the console: a comma for decimals, and what is typed is never changed, only taken or refused. */
export function NumberField(props: NumberFieldProps) {
  const {
    value,
    onChange,
    places = 0,
    min = '0',
    max,
    fixed = 0,
    before,
    after,
    live,
    keptAs,
    ...field
  } = props;
  const typed = useTypedText<Decimal>({
    value,
    onChange,
    live,
    keptAs,
    format: (known) => numberText(known, fixed),
    read: (text) => readTypedNumber(text, { places, min, max }),
  });
  const ref = useTypedProblem(typed.problem, typed.onRefused);
  return (
    <TextField
      {...field}
      inputRef={ref}
      value={typed.text}
      onChange={(event) => typed.type(event.target.value)}
      onBlur={(event) => {
        typed.leave();
        field.onBlur?.(event);
      }}
      error={typed.shownProblem !== undefined || field.error === true}
      helperText={typed.shownProblem ?? field.helperText}
      slotProps={{
        ...field.slotProps,
        input: {
          ...(before !== undefined && {
            startAdornment: <InputAdornment position="start">{before}</InputAdornment>,
          }),
          ...(after !== undefined && {
            endAdornment: <InputAdornment position="end">{after}</InputAdornment>,
          }),
          ...field.slotProps?.input,
        },
        htmlInput: {
          inputMode: places === 0 ? 'numeric' : 'decimal',
          autoComplete: 'off',
          ...field.slotProps?.htmlInput,
        },
      }}
    />
  );
}

interface IntegerFieldProps extends Omit<NumberFieldProps, 'value' | 'onChange' | 'places' | 'min' | 'max'> {
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  max: number;
}

/** A whole number of days, of an order and the like. */
export const IntegerField = ({ value, onChange, min = 0, max, ...field }: IntegerFieldProps) => (
  <NumberField
    {...field}
    value={value === null ? null : String(value)}
    onChange={(typed) => onChange(typed === null ? null : Number(typed))}
    places={0}
    min={String(min)}
    max={String(max)}
  />
);

/** An amount in reais, to the cent unless it is a price with more places. */
export const MoneyField = (props: Omit<NumberFieldProps, 'fixed' | 'before'>) => (
  <NumberField places={2} {...props} fixed={2} before="R$" />
);
