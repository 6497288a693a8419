import CalendarMonthIcon from '@mui/icons-material/CalendarMonth';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { type CalendarDate, formatCalendarDate, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { lazyScreen } from '../../shell/loadLater.tsx';
import { steady } from '../steady.tsx';
import { MaskedField, type MaskedFieldProps } from './MaskedField.tsx';
import { type ParseResult, useTypedText } from './useTypedText.ts';

/** The calendar includes the date picker library, so it is loaded when first opened. */
const Calendar = lazyScreen(() => import('./Calendar.tsx'), 'Calendar');

type FieldProps = Omit<MaskedFieldProps, 'kind' | 'value' | 'onChange' | 'label' | 'problem' | 'onRefused'>;

interface DateFieldProps extends FieldProps, DateLimits {
  label: string;
  value: CalendarDate | null;
  /**
   * Receives a complete date within the limits; null for an empty field, and for invalid input, in which case the form is
   * blocked.
   */
  onChange: (date: CalendarDate | null) => void;
  /**
   * For inputs that take effect immediately, such as filters: invalid input keeps the last valid date, and with 'filled' an
   * empty field does too.
   */
  live?: boolean | 'filled';
  keptAs?: string | undefined;
}

/** '21112026' → '2026-11-21'; null unless it is a complete, existing date. */
export const dateOfDigits = (digits: string): CalendarDate | null => {
  if (!/^\d{8}$/.test(digits)) return null;
  const date = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  return isCalendarDate(date) ? date : null;
};

/** '2026-11-21' → '21112026'; empty for no date. */
export const digitsOfDate = (date: CalendarDate | null | undefined): string =>
  date ? formatCalendarDate(date).replaceAll('/', '') : '';

export const INVALID_DATE = 'Data inválida';

/** A date typed as dd/mm/aaaa or chosen in a calendar. */
export const DateField = steady(({ value, onChange, min, max, live, keptAs, ...field }: DateFieldProps) => {
  const typed = useTypedText<CalendarDate>({
    value,
    onChange,
    live: Boolean(live),
    keptAs,
    format: digitsOfDate,
    read: (digits) => readTypedDate(digits, { min, max, filled: live === 'filled' }),
  });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // Of a permanent identity, because it lies within what the field shows: a key does not render it.
  const opener = useMemo(
    () => <CalendarOpener label={field.label} disabled={field.disabled === true} onOpen={setAnchor} />,
    [field.label, field.disabled],
  );
  const choose = (date: CalendarDate) => {
    typed.forget();
    setAnchor(null);
    onChange(date);
  };

  return (
    <>
      <MaskedField
        {...field}
        immediate
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
        slotProps={{ input: { endAdornment: opener } }}
      />
      <CalendarPopover
        anchor={anchor}
        label={field.label}
        value={value}
        min={min}
        max={max}
        onClose={() => setAnchor(null)}
        onChoose={choose}
      />
    </>
  );
});

interface CalendarOpenerProps {
  label: string;
  disabled: boolean;
  onOpen: (anchor: HTMLElement) => void;
}

const CalendarOpener = ({ label, disabled, onOpen }: CalendarOpenerProps) => (
  <InputAdornment position="end">
    <IconButton
      size="small"
      edge="end"
      aria-label={`Abrir calendário: ${label}`}
      disabled={disabled}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <CalendarMonthIcon fontSize="small" />
    </IconButton>
  </InputAdornment>
);

interface CalendarPopoverProps extends DateLimits {
  anchor: HTMLElement | null;
  label: string;
  value: CalendarDate | null;
  onClose: () => void;
  onChoose: (date: CalendarDate) => void;
}

const CalendarPopover = steady(
  ({ anchor, label, value, min, max, onClose, onChoose }: CalendarPopoverProps) => (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': `Calendário: ${label}` } }}
    >
      <Suspense fallback={<div style={{ width: 320, height: 336 }} aria-busy />}>
        <Calendar value={value} onChange={onChoose} min={min} max={max} />
      </Suspense>
    </Popover>
  ),
);

interface DateLimits {
  min?: CalendarDate | undefined;
  max?: CalendarDate | undefined;
}

/** Interprets typed digits; the messages are those of document 001, section 5. */
function readTypedDate(
  digits: string,
  { min, max, filled = false }: DateLimits & { filled?: boolean },
): ParseResult<CalendarDate> {
  if (digits === '') return filled ? { problem: 'Campo obrigatório', partial: true } : { value: null };
  const date = dateOfDigits(digits);
  if (date === null) return { problem: INVALID_DATE, partial: /^\d{0,7}$/.test(digits) };
  if (min && date < min) return { problem: `Data anterior a data mínima (${formatCalendarDate(min)})` };
  if (max && date > max) return { problem: `Data posterior a data máxima (${formatCalendarDate(max)})` };
  return { value: date };
}

interface TimeFieldProps
  extends Omit<MaskedFieldProps, 'kind' | 'value' | 'onChange' | 'problem' | 'onRefused'> {
  /** 'HH:MM', or empty. */
  value: string;
  /** Receives a valid time; '' for an empty field, and for invalid input, in which case the form is blocked. */
  onChange: (time: string) => void;
  /** Takes 24:00 as well: the midnight at which a day ends. */
  endOfDay?: boolean;
}

const TIME = /^([01]\d|2[0-3])[0-5]\d$/;

/** A time typed as 00:00, in 24-hour format regardless of the browser's language. */
export const TimeField = ({ value, onChange, endOfDay = false, ...field }: TimeFieldProps) => {
  const typed = useTypedText<string>({
    value: value === '' ? null : value,
    onChange: (time) => onChange(time ?? ''),
    format: (time) => time.slice(0, 5).replace(':', ''),
    read: (digits) => readTypedTime(digits, endOfDay),
  });
  return (
    <MaskedField
      {...field}
      immediate
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

/** Interprets the digits of a time: '0930'. */
function readTypedTime(digits: string, endOfDay: boolean): ParseResult<string> {
  if (digits === '') return { value: null };
  if (TIME.test(digits) || (endOfDay && digits === '2400'))
    return { value: `${digits.slice(0, 2)}:${digits.slice(2)}` };
  return { problem: 'Hora inválida', partial: /^\d{0,3}$/.test(digits) };
}

interface PeriodFieldsProps {
  /** Absent while it is not known which days the answer is about. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  /** Both days are included. A cleared field keeps asking for a day. */
  onChange: (from: CalendarDate, to: CalendarDate) => void;
  /** Further filters beside the days. */
  children?: ReactNode;
}

/** The days that a list is about. */
export const PeriodFields = ({ from, to, onChange, children }: PeriodFieldsProps) => (
  <Box
    role="search"
    aria-label="Período"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      gap: 3,
      mb: 3,
      '& > *': { flex: '1 1 148px', maxWidth: { sm: 180 } },
    }}
  >
    <DateField
      label="De"
      live="filled"
      value={from}
      max={to ?? undefined}
      onChange={(day) => day && to && onChange(day, to)}
    />
    <DateField
      label="Até"
      live="filled"
      value={to}
      min={from ?? undefined}
      onChange={(day) => day && from && onChange(from, day)}
    />
    {children}
  </Box>
);
