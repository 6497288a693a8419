import Button from '@mui/material/Button';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { AsyncAutocomplete, type AsyncOption } from '../inputs/AsyncAutocomplete.tsx';
import { DateField } from '../inputs/DateField.tsx';
import {
  type DateRangeFilter,
  type FiltersProps,
  type FilterValues,
  listOf,
  type SearchFilter,
} from './filters.ts';

interface AutocompleteEditorProps {
  filter: SearchFilter;
  values: FilterValues;
  onSet: (changes: FilterValues) => void;
  words: Pick<FiltersProps, 'wordOf' | 'learn'>;
  onDone: () => void;
  autoFocus: boolean;
}

export const AutocompleteEditor = ({
  filter,
  values,
  onSet,
  words,
  onDone,
  autoFocus,
}: AutocompleteEditorProps) => {
  const chosen = listOf(values, filter.key).map((value) => ({ value, label: words.wordOf(filter, value) }));
  const load = async (term: string, signal: AbortSignal) => {
    const options = await filter.load(term, signal);
    return options.map((option) => ({ ...option, value: String(option.value) }));
  };
  const choose = (options: readonly AsyncOption[]) => {
    const texts = options.map(({ value, label }) => ({ value: String(value), label }));
    words.learn(filter, texts);
    const ids = texts.map((option) => option.value);
    onSet({ [filter.key]: filter.multiple ? ids : ids[0] });
  };
  const shared = {
    label: filter.label,
    load,
    autoFocus,
    opensAtOnce: true,
    ...(filter.hint && { hint: filter.hint }),
  };
  if (filter.multiple)
    return <AsyncAutocomplete<AsyncOption> {...shared} multiple value={chosen} onChange={choose} />;
  return (
    <AsyncAutocomplete<AsyncOption>
      {...shared}
      value={chosen[0] ?? null}
      onChange={(option) => {
        choose(option ? [option] : []);
        if (option) onDone();
      }}
    />
  );
};

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
