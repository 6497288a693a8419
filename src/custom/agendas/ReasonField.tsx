import TextField from '@mui/material/TextField';

interface ReasonFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  required?: boolean;
  autoFocus?: boolean;
}

export const ReasonField = ({
  label,
  value,
  onChange,
  required = false,
  autoFocus = false,
}: ReasonFieldProps) => (
  <TextField
    label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    required={required}
    autoFocus={autoFocus}
    multiline
    minRows={2}
    fullWidth
    slotProps={{ htmlInput: { maxLength: 500 } }}
  />
);
