import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { CalendarDate } from '../../../../contract/rules/time/calendarDate.ts';
import { DateField } from './DateField.tsx';

interface PeriodFieldsProps {
  /** Absent while it is not known which days the answer is about. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  /** Both days are included. A cleared field keeps asking for a day. */
  onChange: (from: CalendarDate, to: CalendarDate) => void;
  /** Further filters beside the days. */
  children?: ReactNode;
}

/** The days that a list is about. */
export const PeriodFields = ({ from, to, onChange, children }: PeriodFieldsProps) => (
  <Box
    role="search"
    aria-label="Período"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      gap: 3,
      mb: 3,
      '& > *': { flex: '1 1 148px', maxWidth: { sm: 180 } },
    }}
  >
    <DateField
      label="De"
      live="filled"
      value={from}
      max={to ?? undefined}
      onChange={(day) => day && to && onChange(day, to)}
    />
    <DateField
      label="Até"
      live="filled"
      value={to}
      min={from ?? undefined}
      onChange={(day) => day && from && onChange(from, day)}
    />
    {children}
  </Box>
);
