import Box from '@mui/material/Box';
import type { CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { DateField } from '../../ui/components/inputs/DateField.tsx';

interface StatementPeriodProps {
  from: CalendarDate | null;
  to: CalendarDate | null;
  onChange: (from: CalendarDate, to: CalendarDate) => void;
}

/** Both days count. An emptied field asks for its day. */
export function StatementPeriod({ from, to, onChange }: StatementPeriodProps) {
  return (
    <Box role="search" aria-label="Período" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 3 }}>
      <DateField
        label="De"
        live="filled"
        value={from}
        max={to ?? undefined}
        onChange={(day) => day && to && onChange(day, to)}
        size="small"
        sx={{ flex: '1 1 148px', maxWidth: 168 }}
      />
      <DateField
        label="Até"
        live="filled"
        value={to}
        min={from ?? undefined}
        onChange={(day) => day && from && onChange(from, day)}
        size="small"
        sx={{ flex: '1 1 148px', maxWidth: 168 }}
      />
    </Box>
  );
}
