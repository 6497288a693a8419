import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { type PropertyProps, problemAt } from '#ui/components/inputs/PropertyFields.tsx';

/** A time of the day, 'HH:MM'. */
export function HourProperty({
  label,
  pointer,
  value,
  onChange,
  problems,
  help,
  readOnly,
}: PropertyProps<string>) {
  const error = problemAt(problems, pointer);
  return (
    <div data-pointer={pointer}>
      <MaskedField
        label={label}
        kind="time"
        value={value.replace(':', '')}
        onChange={(digits) =>
          onChange(digits.length === 4 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits)
        }
        error={error !== undefined}
        helperText={error ?? help}
        disabled={readOnly ?? false}
        fullWidth
      />
    </div>
  );
}
