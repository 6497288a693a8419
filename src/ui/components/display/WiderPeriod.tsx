import Button from '@mui/material/Button';
import { addDays, type CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { ownToday } from '../../../dataProvider/session.ts';

const STEPS = [
  { days: 45, label: 'Ver os últimos 45 dias' },
  { days: 180, label: 'Ver os últimos 6 meses' },
  { days: 365, label: 'Ver o último ano' },
  { days: 5 * 365, label: 'Ver os últimos 5 anos' },
];

interface WiderPeriodProps {
  /** First day of the period in which nothing was found. */
  from: CalendarDate;
  onFrom: (day: CalendarDate) => void;
}

/** Shown when a period's list is empty: one click extends the period to the next wider one. */
export function WiderPeriod({ from, onFrom }: WiderPeriodProps) {
  const next = STEPS.map(({ days, label }) => ({ label, first: addDays(ownToday(), -days) })).find(
    ({ first }) => first < from,
  );
  return (
    next && (
      <Button variant="outlined" onClick={() => onFrom(next.first)}>
        {next.label}
      </Button>
    )
  );
}
