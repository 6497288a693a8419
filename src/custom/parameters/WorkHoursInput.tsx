import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { StoredWorkHours } from '../../../contract/rules/workHours.ts';
import { TimeField } from '../../ui/components/inputs/TimeField.tsx';

const DAYS = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'];

interface WorkHoursInputProps {
  value: StoredWorkHours;
  onChange: (hours: StoredWorkHours) => void;
  error: string | undefined;
}

/** The days of a week, and from when to when. */
export function WorkHoursInput({ value, onChange, error }: WorkHoursInputProps) {
  return (
    <Stack spacing={3}>
      <ToggleButtonGroup
        size="small"
        color="primary"
        aria-label="Dias de trabalho"
        value={value.dias}
        onChange={(_, dias: number[]) => onChange({ ...value, dias: [...dias].sort() })}
        sx={{ flexWrap: 'wrap' }}
      >
        {DAYS.map((name, day) => (
          <ToggleButton key={name} value={day} aria-label={name}>
            {name.slice(0, 3)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Stack direction="row" spacing={3}>
        <TimeField
          label="Início"
          value={value.inicio}
          onChange={(inicio) => onChange({ ...value, inicio })}
          sx={{ width: 120 }}
        />
        <TimeField
          label="Fim"
          value={value.fim}
          onChange={(fim) => onChange({ ...value, fim })}
          sx={{ width: 120 }}
        />
      </Stack>
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Stack>
  );
}
