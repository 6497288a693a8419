import InputAdornment from '@mui/material/InputAdornment';
import type { TextFieldProps } from '@mui/material/TextField';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  parseBrazilianDecimal,
  parseDecimal,
} from '../../../../contract/rules/decimal.ts';
import { formatCount, formatNumber } from '../../../../contract/rules/format.ts';
import { useTypedProblem } from './typedGate.ts';
import { type Reading, useTypedText } from './useTypedText.ts';

type FieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'multiline' | 'select' | 'inputRef'>;

interface NumberFieldProps extends FieldProps, NumberLimits {
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

const NOT_A_NUMBER = 'Número inválido. Use vírgula nos decimais.';

/** A sign alone, or a thousands' point whose three digits are not all there yet. */
const PARTIAL = /^(?:R\$)?-?(?:\d{1,3}(?:\.\d{3})*\.\d{0,2})?$/;

const shown = (limit: Decimal) => numberText(limit);

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

/** What a number may be. */
interface NumberLimits {
  /** Digits after the comma: 0 is a whole number, undefined as many as one likes. */
  places?: number | undefined;
  /** Inclusive. */
  min?: Decimal | undefined;
  /** Inclusive. */
  max?: Decimal | undefined;
}

/**
 * What a typed number means, the Brazilian way: '1.234,56'. A point is of the thousands; '1.5' could be one and a half
 * or a slip, and is asked back instead of guessed at.
 */
export function readTypedNumber(text: string, limits: NumberLimits): Reading<Decimal> {
  const plain = text.replace(/[\s%\u00a0]/g, '');
  if (plain === '') return { value: null };
  const value = parseBrazilianDecimal(plain.replace(/,$/, ''));
  if (value === null) return { problem: NOT_A_NUMBER, partial: PARTIAL.test(plain) };
  const problem = numberProblem(value, limits);
  return problem === undefined ? { value } : { problem };
}

/** Why a number is not one that may be, in a sentence. */
function numberProblem(value: Decimal, { places, min, max }: NumberLimits): string | undefined {
  if (places === 0 && decimalPlaces(value) > 0) return 'Use um número inteiro';
  if (places !== undefined && decimalPlaces(value) > places)
    return `Use no máximo ${formatCount(places, 'casa decimal', 'casas decimais')}`;
  if (min !== undefined && compareDecimals(value, min) < 0)
    return min === '0' ? 'Não pode ser negativo' : `No mínimo ${shown(min)}`;
  if (max !== undefined && compareDecimals(value, max) > 0) return `No máximo ${shown(max)}`;
  return undefined;
}

/** A number as its field shows it; `fixed` fills up with zeros to so many places, and none that it has is hidden. */
export function numberText(value: Decimal, fixed = 0): string {
  if (parseDecimal(value) === null) return value;
  return formatNumber(value, Math.max(fixed, decimalPlaces(value)));
}
