import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { ptBR as pickerTexts } from '@mui/x-date-pickers/locales';
import { format, parse } from 'date-fns';
import { ptBR } from 'date-fns/locale/pt-BR';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';

interface CalendarProps {
  value: CalendarDate | null;
  onChange: (date: CalendarDate) => void;
  min?: CalendarDate | undefined;
  max?: CalendarDate | undefined;
}

const ISO = 'yyyy-MM-dd';
/** Parsed as a local date: a Date created from an ISO date would be the day before in Brazil. */
const localDay = (date: CalendarDate) => parse(date, ISO, new Date(0));

/** The month view for choosing a day. Loaded on demand. */
export const Calendar = ({ value, onChange, min, max }: CalendarProps) => (
  <LocalizationProvider
    dateAdapter={AdapterDateFns}
    adapterLocale={ptBR}
    localeText={pickerTexts.components.MuiLocalizationProvider.defaultProps.localeText}
  >
    <DateCalendar
      autoFocus
      value={value ? localDay(value) : null}
      onChange={(day, state) => day && state === 'finish' && onChange(format(day, ISO))}
      {...(min && { minDate: localDay(min) })}
      {...(max && { maxDate: localDay(max) })}
    />
  </LocalizationProvider>
);
