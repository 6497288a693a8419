import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { type CalendarDate, dayInWords } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { ownToday } from '#data/session.ts';
import { dragBetween, type Verdict } from '#ui/components/dragBetween.tsx';

/** An agenda that was dropped on another day. */
export interface Move {
  agenda: AgendaRow;
  to: CalendarDate;
}

/**
 * Agendas are dragged to another day, and keep their hour until the dialog says another one. Everybody else opens an agenda and
 * reschedules it there, by the same dialog.
 */
export const agendaDrag = dragBetween<AgendaRow, CalendarDate>();

export function dayVerdict({ data_agendada, filial }: AgendaRow, day: CalendarDate): Verdict | null {
  if (localDate(data_agendada, filial.fuso) === day) return null;
  // The server reschedules nothing into the past.
  if (day < ownToday()) return { takes: false, says: 'Este dia já passou. Escolha um que ainda venha.' };
  return { takes: true, says: `Reagendar para ${dayInWords(day)}` };
}
