import { createContext, type DragEvent, useContext, useMemo, useRef, useState } from 'react';
import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { ownToday } from '#data/session.ts';

/** An agenda that was dropped on another day. */
export interface Move {
  agenda: AgendaRow;
  to: CalendarDate;
}

interface Dragging {
  begin: (agenda: AgendaRow) => void;
  end: () => void;
  /** Whether what is dragged would move by being dropped on the day. */
  takes: (day: CalendarDate) => boolean;
  drop: (day: CalendarDate) => void;
}

/** Absent where nothing is dragged. */
const DragContext = createContext<Dragging | null>(null);
export const DragProvider = DragContext.Provider;

/**
 * Agendas are dragged to another day, and keep their hour until the dialog says another one. Everybody else opens an agenda and
 * reschedules it there, by the same dialog.
 */
export function useDragging(onMove: (move: Move) => void): Dragging {
  const dragged = useRef<AgendaRow | null>(null);
  return useMemo(() => {
    const takes = (day: CalendarDate) => {
      const agenda = dragged.current;
      // The server reschedules nothing into the past.
      if (agenda === null || day < ownToday()) return false;
      return localDate(agenda.data_agendada, agenda.filial.fuso) !== day;
    };
    return {
      begin: (agenda) => {
        dragged.current = agenda;
      },
      end: () => {
        dragged.current = null;
      },
      takes,
      drop: (day) => {
        const agenda = dragged.current;
        if (agenda && takes(day)) onMove({ agenda, to: day });
        dragged.current = null;
      },
    };
  }, [onMove]);
}

/** What makes the card of an agenda draggable, for whoever may reschedule it. */
export function useDraggedCard(agenda: AgendaRow) {
  const dragging = useContext(DragContext);
  if (!dragging || !agenda.podeAlterar) return {};
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      // Without data, a browser may refuse to drag.
      dataTransfer.setData('text/plain', String(agenda.id));
      dataTransfer.effectAllowed = 'move';
      dragging.begin(agenda);
    },
    onDragEnd: dragging.end,
  };
}

/** What lets a day take an agenda, and whether one is held over it. */
export function useDayTarget(): { over: CalendarDate | null; target: (day: CalendarDate) => object } {
  const dragging = useContext(DragContext);
  const [over, setOver] = useState<CalendarDate | null>(null);
  if (!dragging) return { over: null, target: () => ({}) };
  return {
    over,
    target: (day) => ({
      onDragOver: (event: DragEvent) => {
        if (!dragging.takes(day)) return;
        event.preventDefault();
        if (over !== day) setOver(day);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(null);
        dragging.drop(day);
      },
    }),
  };
}
