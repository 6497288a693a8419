import CalendarMonthIcon from '@mui/icons-material/CalendarMonth';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import { lazy, Suspense, useState } from 'react';
import type { CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { MaskedField, type MaskedFieldProps } from './MaskedField.tsx';
import { dateOfDigits, digitsOfDate, INVALID_DATE, typedDateProblem } from './typedDate.ts';

/** The calendar brings the date pickers with it, so it comes when it is first opened. */
const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }));

interface DateFieldProps extends Omit<MaskedFieldProps, 'kind' | 'value' | 'onChange' | 'label'> {
  label: string;
  value: CalendarDate | null;
  /** Only a whole day inside the limits is reported, and null when the field is emptied. */
  onChange: (date: CalendarDate | null) => void;
  min?: CalendarDate | undefined;
  max?: CalendarDate | undefined;
}

/** A day typed as dd/mm/aaaa, or chosen from a calendar. */
export const DateField = ({ value, onChange, min, max, ...field }: DateFieldProps) => {
  const [draft, setDraft] = useState<string>();
  const [left, setLeft] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const digits = draft ?? digitsOfDate(value);
  const problem =
    typedDateProblem(digits, { min, max }) ??
    (left && digits.length > 0 && digits.length < 8 && INVALID_DATE);

  const type = (plain: string) => {
    const date = dateOfDigits(plain);
    const isGood = date !== null && typedDateProblem(plain, { min, max }) === undefined;
    setDraft(isGood ? undefined : plain);
    setLeft(false);
    if (isGood) onChange(date);
    else if (plain === '' && value !== null) onChange(null);
  };
  const choose = (date: CalendarDate) => {
    setDraft(undefined);
    setAnchor(null);
    onChange(date);
  };

  return (
    <>
      <MaskedField
        {...field}
        kind="date"
        value={digits}
        onChange={type}
        onBlur={(event) => {
          setLeft(true);
          field.onBlur?.(event);
        }}
        error={Boolean(problem) || field.error === true}
        helperText={problem || field.helperText}
        slotProps={{
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  edge="end"
                  aria-label={`Abrir calendário: ${field.label}`}
                  disabled={field.disabled === true}
                  onClick={(event) => setAnchor(event.currentTarget)}
                >
                  <CalendarMonthIcon fontSize="small" />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': `Calendário: ${field.label}` } }}
      >
        <Suspense fallback={<div style={{ width: 320, height: 336 }} aria-busy />}>
          <Calendar value={value} onChange={choose} min={min} max={max} />
        </Suspense>
      </Popover>
    </>
  );
};
