import type { CalendarDate } from '../../../../contract/rules/calendarDate.ts';

const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', ...options });
  return (day: CalendarDate) => format.format(new Date(`${day}T00:00:00Z`));
};

/** 'novembro de 2026' */
export const monthText = words({ month: 'long', year: 'numeric' });
/** 'sábado, 21 de novembro' */
export const dayText = words({ weekday: 'long', day: 'numeric', month: 'long' });
/** 'sáb.' */
export const weekdayText = words({ weekday: 'short' });
