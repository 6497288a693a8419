import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useCallback, useMemo } from 'react';
import { parseDecimal } from '../../../../contract/rules/decimal.ts';
import { numberText, readTypedNumber } from '../../components/inputs/NumberField.tsx';
import type { Reading } from '../store/FormFields.ts';
import { useTyped } from '../store/formContext.ts';
import { fieldProps, type Widget, type WidgetProps } from './widgetProps.ts';

interface NumberStyle {
  places?: number;
  fixed?: boolean;
  before?: string;
  after?: string;
}

interface NumberKind {
  /** Digits after the comma, at most. */
  places: number | undefined;
  /** Digits after the comma that are shown at least, as those of money; none that it has is hidden. */
  least: number | undefined;
  /** The value is a JSON number; else decimal text with a point. */
  asNumber: boolean;
}

function readingOf(text: string, { places, asNumber }: NumberKind): Reading {
  const read = readTypedNumber(text, { places });
  if (read.problem !== undefined || read.value === null) return { value: undefined, problem: read.problem };
  if (!asNumber) return { value: read.value };
  const number = Number(read.value);
  // A JSON number holds some fifteen digits: what it would change is not taken.
  return parseDecimal(String(number)) === read.value
    ? { value: number }
    : { value: undefined, problem: 'Número com dígitos demais' };
}

/** A value as it is shown when nobody types. */
const shownNumber = (value: unknown, { least }: NumberKind) =>
  value === undefined || value === null || value === '' ? '' : numberText(String(value), least);

const numberWidget =
  ({ places, fixed = false, before, after }: NumberStyle): Widget =>
  (props: WidgetProps) => {
    const { schema, options } = props;
    const isInteger = schema.type === 'integer' || places === 0;
    const kind = useMemo<NumberKind>(
      () => ({
        places: isInteger ? 0 : (options.casas ?? places),
        least: fixed ? places : undefined,
        asNumber: schema.type === 'number' || schema.type === 'integer',
      }),
      [isInteger, options.casas, schema.type],
    );
    const format = useCallback((value: unknown) => shownNumber(value, kind), [kind]);
    const typing = useTyped({
      pointer: props.pointer,
      format,
      read: (text) => readingOf(text, kind),
      change: props.change,
      setProblem: props.setProblem,
    });
    return (
      <TextField
        {...fieldProps(props)}
        value={typing.text}
        placeholder={props.placeholder ?? ''}
        onChange={(event) => typing.type(event.target.value)}
        onBlur={typing.leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typing.flush();
        }}
        slotProps={{
          htmlInput: {
            inputMode: kind.places === 0 ? 'numeric' : 'decimal',
            autoComplete: 'off',
            style: { fontVariantNumeric: 'tabular-nums' },
          },
          input: {
            ...(before && {
              startAdornment: <InputAdornment position="start">{before}</InputAdornment>,
            }),
            ...(after && { endAdornment: <InputAdornment position="end">{after}</InputAdornment> }),
          },
        }}
      />
    );
  };

export const NumberWidget = numberWidget({});
export const IntegerWidget = numberWidget({ places: 0 });
export const MoneyWidget = numberWidget({ places: 2, fixed: true, before: 'R$' });
export const PercentWidget = numberWidget({ places: 2, after: '%' });
