import { MaskedField, type MaskedFieldProps } from './MaskedField.tsx';
import { type Reading, useTypedText } from './useTypedText.ts';

interface TimeFieldProps
  extends Omit<MaskedFieldProps, 'kind' | 'value' | 'onChange' | 'problem' | 'onRefused'> {
  /** 'HH:MM', or nothing. */
  value: string;
  /** Receives a time that exists; '' for none, and for what is none: the form is blocked then. */
  onChange: (time: string) => void;
}

/** A time typed as 00:00, of 24 hours whatever the language of the browser is. */
export const TimeField = ({ value, onChange, ...field }: TimeFieldProps) => {
  const typed = useTypedText<string>({
    value: value === '' ? null : value,
    onChange: (time) => onChange(time ?? ''),
    format: (time) => time.slice(0, 5).replace(':', ''),
    read: readTypedTime,
  });
  return (
    <MaskedField
      {...field}
      kind="time"
      value={typed.text}
      onChange={typed.type}
      problem={typed.problem}
      onRefused={typed.onRefused}
      onBlur={(event) => {
        typed.leave();
        field.onBlur?.(event);
      }}
      error={typed.shownProblem !== undefined || field.error === true}
      helperText={typed.shownProblem ?? field.helperText}
    />
  );
};

const TIME = /^([01]\d|2[0-3])[0-5]\d$/;

/** What the digits of a time mean: '0930'. */
function readTypedTime(digits: string): Reading<string> {
  if (digits === '') return { value: null };
  if (TIME.test(digits)) return { value: `${digits.slice(0, 2)}:${digits.slice(2)}` };
  return { problem: 'Hora inválida', partial: /^\d{0,3}$/.test(digits) };
}
