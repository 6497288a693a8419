import Box from '@mui/material/Box';
import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { ownToday } from '#data/session.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems } from '#ui/components/fieldProblems.ts';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { MomentFields, momentText, ReasonField } from './AgendaFields.tsx';
import { whenText } from './agendaTexts.tsx';
import { askedInDialog, confirmedBy, useContactReason } from './ConfirmContact.tsx';
import type { AgendaActProps } from './EditAgendaDialog.tsx';

interface Reschedule {
  moment: { day: string | null; time: string };
  motivo: string;
}

function momentOf({ data_agendada, filial }: Pick<AgendaRow, 'data_agendada' | 'filial'>): Reschedule {
  const day = localDate(data_agendada, filial.fuso);
  const time = localTime(data_agendada, filial.fuso);
  return { moment: { day: day < ownToday() ? ownToday() : day, time }, motivo: '' };
}

const momentWords = ({ day, time }: Reschedule['moment']) =>
  day ? `${formatCalendarDate(day)} ${time}` : '(vazio)';

/** Moves the agenda to another day and time, with a reason; the history keeps both dates. */
export function RescheduleDialog({ agenda, onDone, onClose }: AgendaActProps) {
  const { data_agendada, filial } = agenda;
  const held = useVersionedForm<Reschedule>({
    versao: agenda.versao,
    initial: momentOf(agenda),
    read: momentOf,
  });
  const { moment, motivo } = held.value;
  const why = useContactReason([moment]);
  const update = useRouteCommand(agendaRoutes.update);
  const run = async () => {
    const text = momentText(moment);
    if (!text || !motivo.trim())
      throw new FieldProblems({
        moment: text ? '' : 'Informe o dia e a hora.',
        motivo: motivo.trim() ? '' : 'Informe por que a agenda muda de data.',
      });
    const answer = await askedInDialog(
      held.send((versao) =>
        update.mutateAsync({
          params: { id: agenda.id },
          body: { versao, data_agendada: text, motivo: motivo.trim(), ...confirmedBy(why.reason) },
        }),
      ),
    );
    if (answer) await onDone(answer.data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Reagendar a agenda ${agenda.id}`}
      text={`Marcada para ${whenText(data_agendada, filial.fuso)}. A mudança e o motivo ficam no histórico.`}
      confirmLabel="Reagendar"
      disabled={held.undecided}
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <ConflictView
          conflict={held}
          name="esta agenda"
          labels={{ moment: { label: 'Data e hora', show: (own) => momentWords(own) } }}
        />
        <MomentFields
          value={moment}
          onChange={(next) => held.set({ moment: next })}
          help={`No horário de ${filial.desc}`}
        />
        <ReasonField label="Motivo" value={motivo} onChange={(text) => held.set({ motivo: text })} required />
        {why.field()}
      </Box>
    </ConfirmDialog>
  );
}
