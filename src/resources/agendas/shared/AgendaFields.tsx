import Box from '@mui/material/Box';
import { ownToday } from '#data/session.ts';
import { useFieldProblem } from '#ui/components/fieldProblems.ts';
import { DateField, TimeField } from '#ui/components/inputs/DateField.tsx';
import { TextField } from '#ui/components/TextField.tsx';

/** A day and a time on the clock of the agenda's branch. */
export interface MomentDraft {
  day: string | null;
  time: string;
}

interface MomentFieldsProps {
  value: MomentDraft;
  onChange: (value: MomentDraft) => void;
  error?: string | undefined;
  /** Text below the fields that says which branch's clock applies. */
  help?: string;
}

export function MomentFields({ value, onChange, error, help }: MomentFieldsProps) {
  const missing = useFieldProblem('moment', value);
  const problem = error ?? missing;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 3fr) minmax(112px, 2fr)', gap: 3 }}>
      <DateField
        label="Dia"
        required
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
        min={ownToday()}
        error={Boolean(problem)}
        helperText={problem ?? help}
      />
      <TimeField
        label="Hora"
        required
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
        error={Boolean(problem)}
      />
    </Box>
  );
}

/** The wire format; `null` while a part is missing. */
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
}: ReasonFieldProps) => {
  const problem = useFieldProblem('motivo', value);
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      required={required}
      autoFocus={autoFocus}
      error={required && Boolean(problem)}
      helperText={required ? problem : undefined}
      multiline
      minRows={2}
      fullWidth
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  );
};
