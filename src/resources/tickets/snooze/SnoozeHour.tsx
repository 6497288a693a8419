import { TimeField } from '#ui/components/inputs/DateField.tsx';
import { type Asking, useBodyField } from '#ui/editing/BodyField.tsx';

/** The hour at which a ticket comes back. */
export function SnoozeHour({ route }: { route: Asking }) {
  const { words, value, problem, set } = useBodyField(route, 'voltaHora');
  return (
    <TimeField
      required
      fullWidth
      label={words.label}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      error={Boolean(problem)}
      helperText={problem}
    />
  );
}
