import CalendarMonthIcon from '@mui/icons-material/CalendarMonth';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import { lazy, Suspense, useState } from 'react';
import type { CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { isMask } from '../../../../contract/rules/privacy/masks.ts';
import { MaskedField, type MaskedFieldProps } from './MaskedField.tsx';
import { type DateLimits, digitsOfDate, readTypedDate } from './typedDate.ts';
import { useTypedText } from './useTypedText.ts';

/** The calendar brings the date pickers with it, so it comes when it is first opened. */
const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }));

type FieldProps = Omit<MaskedFieldProps, 'kind' | 'value' | 'onChange' | 'label' | 'problem' | 'onRefused'>;

interface DateFieldProps extends FieldProps, DateLimits {
  label: string;
  value: CalendarDate | null;
  /** Receives a whole day inside the limits; null for none, and for what is none: the form is blocked then. */
  onChange: (date: CalendarDate | null) => void;
  /** For what acts at once, as a filter does: it goes on with the last good day; 'filled' where it is never without. */
  live?: boolean | 'filled';
  keptAs?: string | undefined;
}

/** A day typed as dd/mm/aaaa, or chosen from a calendar. */
export const DateField = ({ value, onChange, min, max, live, keptAs, ...field }: DateFieldProps) => {
  const typed = useTypedText<CalendarDate>({
    value,
    onChange,
    live: Boolean(live),
    keptAs,
    format: digitsOfDate,
    read: (digits) => readTypedDate(digits, { min, max, filled: live === 'filled' }),
  });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (date: CalendarDate) => {
    typed.forget();
    setAnchor(null);
    onChange(date);
  };

  return (
    <>
      <MaskedField
        {...field}
        kind="date"
        value={isMask(value) ? String(value) : typed.text}
        onChange={isMask(value) ? () => onChange(null) : typed.type}
        problem={typed.problem}
        onRefused={typed.onRefused}
        onBlur={(event) => {
          typed.leave();
          field.onBlur?.(event);
        }}
        error={typed.shownProblem !== undefined || field.error === true}
        helperText={typed.shownProblem ?? field.helperText}
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
