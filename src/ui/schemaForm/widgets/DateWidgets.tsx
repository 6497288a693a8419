import CalendarMonthIcon from '@mui/icons-material/CalendarMonth';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import { type ReactNode, Suspense, useState } from 'react';
import { fieldSchemas } from '#contract/rules/forms/fieldSchemas.ts';
import { formFormats, movedPeriod } from '#contract/rules/forms/formats.ts';
import { type CalendarDate, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { clockOf, isInstantText } from '#contract/rules/time/instantText.ts';
import { dateOfDigits, digitsOfDate, INVALID_DATE } from '../../components/inputs/DateField.tsx';
import { MaskedField } from '../../components/inputs/MaskedField.tsx';
import { lazyScreen } from '../../shell/loadLater.tsx';
import { useBufferedInput, useForm } from '../store/formContext.ts';
import { isPlainObject } from '../store/paths.ts';
import { Group, noteId } from './ChoiceWidgets.tsx';
import type { WidgetProps } from './widgetProps.ts';

export const DateWidget = (props: WidgetProps) => (
  <DayField
    id={props.id}
    label={props.label}
    pointer={props.pointer}
    onChange={props.change}
    setProblem={props.setProblem}
    error={props.error !== undefined}
    helperText={props.error ?? props.help ?? ''}
    required={props.required}
    disabled={props.disabled}
    min={dayLimit(props.schema.formatMinimum)}
    max={dayLimit(props.schema.formatMaximum)}
  />
);

/** A day and an hour, by the clock of the record's branch: the server adds the offset. */
export const InstantWidget = (props: WidgetProps) => (
  <DayField
    timed
    id={props.id}
    label={props.label}
    pointer={props.pointer}
    onChange={props.change}
    setProblem={props.setProblem}
    error={props.error !== undefined}
    helperText={props.error ?? props.help ?? ''}
    required={props.required}
    disabled={props.disabled}
  />
);

/**
 * A start and an end date. If they exceed the maximum number of days or are in the wrong order, the other one is adjusted.
 */
export const PeriodWidget = (props: WidgetProps) => {
  const { store } = useForm();
  const dias = daysOf(props, fieldSchemas(store.schema, props.pointer));
  const change = (end: 'inicio' | 'fim', day: string | undefined) => {
    // Read again, since both dates may be written within one flush.
    const present = store.valueAt(props.pointer);
    const moved = movedPeriod(
      { ...(isPlainObject(present) ? present : {}), [end]: day },
      end,
      dias ? { dias } : {},
    );
    const next = Object.fromEntries(Object.entries(moved).filter(([, one]) => one !== undefined));
    props.change(Object.keys(next).length === 0 ? undefined : next);
  };
  const help = [props.help, dias && `No máximo ${dias} dias.`].filter(Boolean).join(' ') || undefined;
  const note = (props.error ?? help) ? noteId(props.id) : undefined;
  return (
    <Group field={{ ...props, help }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', gap: 2 }}>
        {(['inicio', 'fim'] as const).map((end) => {
          const schemas = fieldSchemas(store.schema, `${props.pointer}/${end}`);
          return (
            <DayField
              key={end}
              id={`${props.id}-${end}`}
              label={end === 'inicio' ? 'De' : 'Até'}
              pointer={`${props.pointer}/${end}`}
              onChange={(day) => change(end, day)}
              setProblem={(text) => {
                if (store.errors.setLocal(`${props.pointer}/${end}`, text)) store.notify();
              }}
              error={props.error !== undefined}
              helperText=""
              describedBy={note}
              required={props.required}
              disabled={props.disabled}
              min={dayLimit(schemas.find((one) => one.formatMinimum)?.formatMinimum)}
              max={dayLimit(schemas.find((one) => one.formatMaximum)?.formatMaximum)}
            />
          );
        })}
      </Box>
    </Group>
  );
};

/** The limit comes from the schema; `ui:options` can only make it stricter. */
function daysOf({ options }: WidgetProps, schemas: readonly Record<string, unknown>[]): number | undefined {
  const limits = schemas.map((one) =>
    isPlainObject(one['x-periodo']) ? Number(one['x-periodo'].dias) : Number.NaN,
  );
  const days = Math.min(...[...limits, options.dias ?? Number.NaN].filter((one) => one > 0));
  return Number.isFinite(days) ? days : undefined;
}

const Calendar = lazyScreen(() => import('../../components/inputs/Calendar.tsx'), 'Calendar');

interface DayFieldProps {
  id: string;
  /** Pointer of the date. */
  pointer: string;
  label: string;
  onChange: (value: string | undefined) => void;
  setProblem: (text: string | undefined) => void;
  error: boolean;
  helperText: ReactNode;
  required: boolean;
  disabled: boolean;
  min?: CalendarDate | undefined;
  max?: CalendarDate | undefined;
  describedBy?: string | undefined;
  /** Has an hour after the date. */
  timed?: boolean;
}

/**
 * A date as DD/MM/AAAA, with its hour if it has one, typed, pasted or chosen. Limits are validated by the schema; the calendar greys out dates beyond
 * them.
 */
const DayField = (props: DayFieldProps) => {
  const { label, onChange, min, max, timed = false } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { store } = useForm();
  const typing = useBufferedInput({
    pointer: props.pointer,
    format: timed ? digitsOfInstant : digitsOfValue,
    read: timed ? readInstant : readDay,
    change: onChange as (value: unknown) => void,
    setProblem: props.setProblem,
  });
  /** The hour that stands stays; otherwise it is typed next, for no day has one by itself. */
  const chooseDay = (date: CalendarDate) => {
    const time = clockIn(store.valueAt(props.pointer))?.time ?? '';
    typing.type(digitsOfDate(date) + time.replace(':', ''));
    document.getElementById(props.id)?.focus();
  };
  return (
    <>
      <MaskedField
        kind={timed ? 'dateTime' : 'date'}
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
        disableRestoreFocus={timed}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': `Calendário: ${label}` } }}
      >
        <Suspense fallback={<div style={{ width: 320, height: 336 }} aria-busy />}>
          <Calendar
            value={
              timed
                ? (clockIn(store.valueAt(props.pointer))?.day ?? null)
                : dayOf(store.valueAt(props.pointer))
            }
            min={min}
            max={max}
            onChange={(date) => {
              setAnchor(null);
              if (timed) return chooseDay(date);
              props.setProblem(undefined);
              onChange(date);
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

const clockIn = (value: unknown) => (typeof value === 'string' ? clockOf(value) : null);

function digitsOfInstant(value: unknown): string {
  const clock = clockIn(value);
  return clock ? digitsOfDate(clock.day) + clock.time.replace(':', '') : '';
}

function readInstant(digits: string) {
  if (digits === '') return { value: undefined };
  const day = dateOfDigits(digits.slice(0, 8));
  if (day !== null && digits.length === 8) return { value: undefined, problem: 'Falta a hora' };
  const text = `${day}T${digits.slice(8, 10)}:${digits.slice(10)}`;
  return isInstantText(text) ? { value: text } : { value: undefined, problem: formFormats.instant.message };
}

/** A limit given in the schema as a fixed date; one that refers to other data is left to the validator. */
const dayLimit = (limit: unknown): CalendarDate | undefined =>
  typeof limit === 'string' && isCalendarDate(limit) ? limit : undefined;
