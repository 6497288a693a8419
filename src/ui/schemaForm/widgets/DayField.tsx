import CalendarMonthIcon from '@mui/icons-material/CalendarMonth';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type CalendarDate, isCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { MaskedField } from '../../components/inputs/MaskedField.tsx';
import { dateOfDigits, digitsOfDate, INVALID_DATE } from '../../components/inputs/typedDate.ts';
import { useForm } from '../store/formContext.ts';
import { useTyped } from '../store/useTyped.ts';

const Calendar = lazy(async () => ({
  default: (await import('../../components/inputs/Calendar.tsx')).Calendar,
}));

interface DayFieldProps {
  id: string;
  /** Of the day. */
  pointer: string;
  label: string;
  onChange: (date: CalendarDate | undefined) => void;
  setProblem: (text: string | undefined) => void;
  error: boolean;
  helperText: ReactNode;
  required: boolean;
  disabled: boolean;
  min?: CalendarDate | undefined;
  max?: CalendarDate | undefined;
  describedBy?: string | undefined;
}

/** A day as DD/MM/AAAA, typed, pasted or chosen. Limits are the schema's to judge; the calendar greys them out. */
export const DayField = (props: DayFieldProps) => {
  const { label, onChange, min, max } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { store } = useForm();
  const typing = useTyped({
    pointer: props.pointer,
    format: digitsOfValue,
    read: readDay,
    change: onChange as (value: unknown) => void,
    setProblem: props.setProblem,
  });
  return (
    <>
      <MaskedField
        kind="date"
        id={props.id}
        label={label}
        required={props.required}
        disabled={props.disabled}
        error={props.error}
        helperText={props.helperText}
        fullWidth
        value={typing.text}
        onChange={typing.type}
        onBlur={typing.leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typing.flush();
        }}
        slotProps={{
          htmlInput: props.describedBy ? { 'aria-describedby': props.describedBy } : {},
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  edge="end"
                  aria-label={`Abrir calendário: ${label}`}
                  disabled={props.disabled}
                  onClick={(event) => {
                    typing.flush();
                    setAnchor(event.currentTarget);
                  }}
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
        slotProps={{ paper: { role: 'dialog', 'aria-label': `Calendário: ${label}` } }}
      >
        <Suspense fallback={<div style={{ width: 320, height: 336 }} aria-busy />}>
          <Calendar
            value={dayOf(store.valueAt(props.pointer))}
            min={min}
            max={max}
            onChange={(date) => {
              props.setProblem(undefined);
              onChange(date);
              setAnchor(null);
            }}
          />
        </Suspense>
      </Popover>
    </>
  );
};

const dayOf = (value: unknown) => (typeof value === 'string' && isCalendarDate(value) ? value : null);
const digitsOfValue = (value: unknown) => digitsOfDate(dayOf(value));

function readDay(digits: string) {
  if (digits === '') return { value: undefined };
  const date = dateOfDigits(digits);
  return date === null ? { value: undefined, problem: INVALID_DATE } : { value: date };
}

/** A limit of the schema that is a day of its own; one that points at other data is left to the judge. */
export const dayLimit = (limit: unknown): CalendarDate | undefined =>
  typeof limit === 'string' && isCalendarDate(limit) ? limit : undefined;
