import { TimeField } from '#ui/components/inputs/DateField.tsx';
import { type Asking, useBodyField } from '#ui/editing/BodyField.tsx';

/** The hour of a day that another field asks for. */
export function HourInput({ route, name }: { route: Asking; name: string }) {
  const { words, value, problem, set } = useBodyField(route, name);
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
