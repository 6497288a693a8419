import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';

interface MoneyFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type'> {
  /** As it is typed, with a decimal comma: `parseBrazilianDecimal` reads it. */
  value: string;
  onChange: (typed: string) => void;
}

/** An amount in reais. What is typed stays as it is: nothing jumps under the cursor, and a paste keeps its points. */
export const MoneyField = ({ value, onChange, ...rest }: MoneyFieldProps) => (
  <TextField
    {...rest}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{
      ...rest.slotProps,
      input: { startAdornment: <InputAdornment position="start">R$</InputAdornment> },
      htmlInput: { inputMode: 'decimal', maxLength: 20, autoComplete: 'off' },
    }}
  />
);
