import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useCallback, useMemo } from 'react';
import { useTyped } from '../store/useTyped.ts';
import { allowedNumberText, type NumberKind, numberText, readTypedNumber } from './typedNumber.ts';
import { fieldProps, type Widget, type WidgetProps } from './widgetProps.ts';

interface NumberStyle {
  places?: number;
  fixed?: boolean;
  before?: string;
  after?: string;
}

const numberWidget =
  ({ places, fixed = false, before, after }: NumberStyle): Widget =>
  (props: WidgetProps) => {
    const { schema, options } = props;
    const isInteger = schema.type === 'integer' || places === 0;
    const kind = useMemo<NumberKind>(
      () => ({
        places: isInteger ? 0 : (options.casas ?? places),
        fixed,
        asNumber: schema.type === 'number' || schema.type === 'integer',
      }),
      [isInteger, options.casas, schema.type],
    );
    const format = useCallback((value: unknown) => numberText(value, kind), [kind]);
    const typing = useTyped({
      pointer: props.pointer,
      format,
      read: (text) => readTypedNumber(text, kind),
      change: props.change,
      setProblem: props.setProblem,
    });
    const most = schema.maximum ?? schema.formatMaximum;
    return (
      <TextField
        {...fieldProps(props)}
        value={typing.text}
        placeholder={props.placeholder ?? ''}
        onChange={(event) => {
          const text = allowedNumberText(event.target.value, most);
          if (text !== null) typing.type(text);
        }}
        onBlur={typing.leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typing.flush();
        }}
        slotProps={{
          htmlInput: {
            inputMode: kind.places === 0 ? 'numeric' : 'decimal',
            autoComplete: 'off',
            maxLength: 24,
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
