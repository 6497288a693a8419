import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { ownToday } from '../../dataProvider/session.ts';
import { DateField, TimeField } from '../../ui/components/inputs/DateField.tsx';

/** A day and a time on the wall of the agenda's branch. */
export interface MomentDraft {
  day: string | null;
  time: string;
}

interface MomentFieldsProps {
  value: MomentDraft;
  onChange: (value: MomentDraft) => void;
  error?: string | undefined;
  /** Said below: whose clock this is. */
  help?: string;
}

export function MomentFields({ value, onChange, error, help }: MomentFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 3fr) minmax(112px, 2fr)', gap: 3 }}>
      <DateField
        label="Dia"
        required
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
        min={ownToday()}
        error={Boolean(error)}
        helperText={error ?? help}
      />
      <TimeField
        label="Hora"
        required
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
        error={Boolean(error)}
      />
    </Box>
  );
}

/** As the server takes it; `null` while a part is missing. */
export const momentText = ({ day, time }: MomentDraft): string | null =>
  day && /^\d\d:\d\d/.test(time) ? `${day} ${time.slice(0, 5)}` : null;

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
