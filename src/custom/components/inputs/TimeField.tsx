import { useState } from 'react';
import { MaskedField, type MaskedFieldProps } from './MaskedField.tsx';

interface TimeFieldProps extends Omit<MaskedFieldProps, 'kind' | 'value' | 'onChange'> {
  /** 'HH:MM', or nothing. */
  value: string;
  /** Only a time that exists is reported, and nothing when the field is emptied. */
  onChange: (time: string) => void;
}

/** A time typed as 00:00, of 24 hours whatever the language of the browser is. */
export const TimeField = ({ value, onChange, ...field }: TimeFieldProps) => {
  const [draft, setDraft] = useState<string>();
  const [left, setLeft] = useState(false);
  const digits = draft ?? value.replace(':', '').slice(0, 4);
  const isWrong = digits.length === 4 ? !TIME.test(digits) : left && digits !== '';
  const type = (plain: string) => {
    const isGood = TIME.test(plain);
    setDraft(isGood ? undefined : plain);
    setLeft(false);
    if (isGood) onChange(`${plain.slice(0, 2)}:${plain.slice(2)}`);
    else if (value !== '') onChange('');
  };
  return (
    <MaskedField
      {...field}
      kind="time"
      value={digits}
      onChange={type}
      onBlur={(event) => {
        setLeft(true);
        field.onBlur?.(event);
      }}
      error={isWrong || field.error === true}
      helperText={isWrong ? 'Hora inválida' : field.helperText}
    />
  );
};

const TIME = /^([01]\d|2[0-3])[0-5]\d$/;
