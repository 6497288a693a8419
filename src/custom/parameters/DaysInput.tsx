import Chip from '@mui/material/Chip';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { DateField } from '../../ui/components/inputs/DateField.tsx';

interface DaysInputProps {
  value: readonly string[];
  onChange: (days: string[]) => void;
  error: string | undefined;
}

/** Days in their order, each taken away by its chip; the field adds one. */
export function DaysInput({ value, onChange, error }: DaysInputProps) {
  // A field that gave its day begins anew.
  const [round, setRound] = useState(0);
  const add = (day: string | null) => {
    if (!day) return;
    if (!value.includes(day)) onChange([...value, day].sort());
    setRound(round + 1);
  };
  return (
    <div>
      <DateField
        key={round}
        autoFocus={round > 0}
        label="Incluir dia"
        value={null}
        onChange={add}
        helperText={error ?? 'O dia entra na lista quando está completo.'}
        error={Boolean(error)}
      />
      <ul
        aria-label="Dias"
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 8,
          listStyle: 'none',
          margin: '12px 0 0',
          padding: 0,
        }}
      >
        {value.map((day) => (
          <li key={day}>
            <Chip
              label={formatCalendarDate(day)}
              onDelete={() => onChange(value.filter((each) => each !== day))}
              aria-label={`${formatCalendarDate(day)}: aperte Delete para tirar`}
            />
          </li>
        ))}
      </ul>
      {value.length === 0 && <FormHelperText>Nenhum dia na lista.</FormHelperText>}
    </div>
  );
}
