import InputAdornment from '@mui/material/InputAdornment';
import type { ReactNode } from 'react';
import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  parseBrazilianDecimal,
  parseDecimal,
} from '#contract/rules/decimal.ts';
import { formatCount, formatNumber } from '#contract/rules/format.ts';
import { TextField, type TextFieldProps } from '#ui/components/TextField.tsx';
import { useHeldValue } from '../heldTyping.ts';
import { useTypedProblem } from './typedGate.ts';
import { type ParseResult, useTypedText } from './useTypedText.ts';

type FieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'multiline' | 'select' | 'inputRef'>;

interface NumberFieldProps extends FieldProps, NumberLimits {
  value: Decimal | null;
  /** Receives the exact number; null for an empty field, and for invalid input, in which case the form is blocked. */
  onChange: (value: Decimal | null) => void;
  /** Number of decimals always shown. */
  fixed?: number;
  /** E.g. 'R$'. */
  before?: ReactNode;
  /** E.g. '%' or 'dias'. */
  after?: ReactNode;
  /** Takes effect immediately, so invalid text changes nothing, and with 'filled' an empty field neither. */
  live?: boolean | 'filled';
  keptAs?: string | undefined;
  /** Where nothing is counted from it while it is typed: its form hears of the digits as of the letters of a `TextField`. */
  held?: boolean;
}

/** The console's number input: decimals use a comma, and the typed text is never altered, only accepted or refused. */
export const NumberField = ({ held = false, ...props }: NumberFieldProps) =>
  held ? <HoldingField {...props} /> : <TypedField {...props} />;

function HoldingField({ value, onChange, ...props }: NumberFieldProps) {
  const [shown, type] = useHeldValue(value, onChange);
  return <TypedField {...props} value={shown} onChange={type} />;
}

function TypedField(props: Omit<NumberFieldProps, 'held'>) {
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
    live: Boolean(live),
    keptAs,
    format: (known) => numberText(known, fixed),
    read: (text) => readTypedNumber(text, { places, min, max, filled: live === 'filled' }),
  });
  const ref = useTypedProblem(typed.problem, typed.onRefused);
  return (
    <TextField
      {...field}
      // What is counted from a number follows each digit.
      immediate
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

const MISSING_NUMBER = 'Informe o número';
const NOT_A_NUMBER = 'Número inválido. Use vírgula nos decimais.';

/** A lone sign, or a thousands separator not yet followed by three digits. */
const PARTIAL = /^(?:R\$)?-?(?:\d{1,3}(?:\.\d{3})*\.\d{0,2})?$/;

const shown = (limit: Decimal) => numberText(limit);

/** An integer, e.g. a number of days or a sort order. */
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

/** An amount in reais, to the cent unless it is a price with more decimals. */
export const MoneyField = (props: Omit<NumberFieldProps, 'fixed' | 'before'>) => (
  <NumberField places={2} {...props} fixed={2} before="R$" />
);

/** The constraints on a number. */
interface NumberLimits {
  /** Maximum number of decimals: 0 for an integer, undefined for no limit. */
  places?: number | undefined;
  /** Inclusive. */
  min?: Decimal | undefined;
  /** Inclusive. */
  max?: Decimal | undefined;
  /** Whether an empty text is refused. */
  filled?: boolean;
}

/**
 * Interprets a number typed in Brazilian notation: '1.234,56'. A point separates thousands; '1.5' could mean one and a half
 * or be a typing error, so it is refused instead of guessed at.
 */
export function readTypedNumber(text: string, limits: NumberLimits): ParseResult<Decimal> {
  const plain = text.replace(/[\s%\u00a0]/g, '');
  if (plain === '') return limits.filled ? { problem: MISSING_NUMBER, partial: true } : { value: null };
  const value = parseBrazilianDecimal(plain.replace(/,$/, ''));
  if (value === null) return { problem: NOT_A_NUMBER, partial: PARTIAL.test(plain) };
  const problem = numberProblem(value, limits);
  return problem === undefined ? { value } : { problem };
}

/** The message for a number that violates the limits. */
function numberProblem(value: Decimal, { places, min, max }: NumberLimits): string | undefined {
  if (places === 0 && decimalPlaces(value) > 0) return 'Use um número inteiro';
  if (places !== undefined && decimalPlaces(value) > places)
    return `Use no máximo ${formatCount(places, 'casa decimal', 'casas decimais')}`;
  if (min !== undefined && compareDecimals(value, min) < 0)
    return min === '0' ? 'Não pode ser negativo' : `No mínimo ${shown(min)}`;
  if (max !== undefined && compareDecimals(value, max) > 0) return `No máximo ${shown(max)}`;
  return undefined;
}

/**
 * A number as shown in its field; `fixed` pads it with zeros to that many decimals, and existing decimals are never hidden.
 */
export function numberText(value: Decimal, fixed = 0): string {
  if (parseDecimal(value) === null) return value;
  return formatNumber(value, Math.max(fixed, decimalPlaces(value)));
}
