import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { MomentInput, momentWords } from './AgendaFields.tsx';
import { whenText } from './agendaTexts.tsx';
import { reasonFields } from './ConfirmContact.tsx';
import type { AgendaActProps } from './EditAgendaDialog.tsx';
import { useRescheduleUndo } from './useRescheduleUndo.ts';

const route = agendaRoutes.update;

interface RescheduleDialogProps extends Omit<AgendaActProps, 'onDone'> {
  /** Called once it is rescheduled, which the dialog says itself, with the way back. */
  onDone: () => void | Promise<void>;
  /** The cell that it is opened in, if it is not a dialog of its own. */
  cell?: HTMLElement;
  /** The day that it was dragged to; its hour is kept. */
  to?: CalendarDate;
}

/** Moves the agenda to another day and time, with a reason; the history keeps both dates. */
export function RescheduleDialog({ agenda, onDone, to, ...act }: RescheduleDialogProps) {
  const offer = useRescheduleUndo();
  return (
    <CommandDialog
      route={route}
      params={{ id: agenda.id }}
      record={agenda}
      name="esta agenda"
      only={['data_agendada', 'motivo', 'confirmar']}
      read={(now) => ({ data_agendada: plannedFrom(now ?? agenda) })}
      fields={{
        ...reasonFields(route, {
          data_agendada: {
            input: <MomentInput route={route} movedTo={to} help={`No horário de ${agenda.filial.desc}`} />,
            show: momentWords,
          },
        }),
        // One line in a cell, where Enter saves.
        motivo: { required: true, ...(act.cell && { lines: 1 }) },
      }}
      title={`Reagendar a agenda ${agenda.id}`}
      text={`Marcada para ${whenText(agenda.data_agendada, agenda.filial.fuso)}. A mudança e o motivo ficam no histórico.`}
      confirmLabel="Reagendar"
      onDone={async (text, { data }) => {
        offer('rescheduleAgenda', text, [{ id: agenda.id, versao: data.versao }]);
        await onDone();
      }}
      {...act}
    />
  );
}

/** Its own moment, or the same time today once that has passed. */
function plannedFrom({ data_agendada, filial }: Pick<AgendaRow, 'data_agendada' | 'filial'>): string {
  const day = localDate(data_agendada, filial.fuso);
  const today = localDate(Date.now(), filial.fuso);
  return `${day < today ? today : day} ${localTime(data_agendada, filial.fuso)}`;
}
