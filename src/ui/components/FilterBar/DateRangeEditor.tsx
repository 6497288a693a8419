import Button from '@mui/material/Button';
import { addDays, type CalendarDate } from '../../../../contract/rules/time/calendarDate.ts';
import { ownToday } from '../../../dataProvider/session.ts';
import { DateField } from '../inputs/DateField.tsx';
import type { DateRangeFilter, FilterValues } from './filters.ts';

interface DateRangeEditorProps {
  filter: DateRangeFilter;
  values: FilterValues;
  onSet: (changes: FilterValues) => void;
}

/** Number of days up to and including today. */
const PRESETS = [
  { label: 'Hoje', days: 1 },
  { label: '7 dias', days: 7 },
  { label: '30 dias', days: 30 },
  { label: '90 dias', days: 90 },
];

/** From and to, typed, chosen in a calendar, or set by a common preset. */
export const DateRangeEditor = ({ filter, values, onSet }: DateRangeEditorProps) => {
  const from = dayOf(values[filter.fromKey]);
  const to = dayOf(values[filter.toKey]);
  const preset = (days: number) => {
    const today = ownToday();
    onSet({ [filter.fromKey]: addDays(today, 1 - days), [filter.toKey]: today });
  };
  return (
    <div>
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 }}>
        <DateField
          label="De"
          live
          value={from}
          max={to ?? undefined}
          onChange={(date) => onSet({ [filter.fromKey]: date ?? undefined })}
        />
        <DateField
          label="Até"
          live
          value={to}
          min={from ?? undefined}
          onChange={(date) => onSet({ [filter.toKey]: date ?? undefined })}
        />
      </div>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 4, marginTop: 8 }}>
        {PRESETS.map(({ label, days }) => (
          <Button key={label} size="small" color="inherit" onClick={() => preset(days)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
};

const dayOf = (value: FilterValues[string]): CalendarDate | null =>
  typeof value === 'string' && value !== '' ? value : null;
