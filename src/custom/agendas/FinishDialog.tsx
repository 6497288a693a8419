import Box from '@mui/material/Box';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { ConflictView } from '../../ui/conflict/ConflictView.tsx';
import { useHeldForm } from '../../ui/conflict/useHeldForm.ts';
import { whenText } from './agendaTexts.tsx';
import { FinishFields, finishBody } from './FinishFields.tsx';
import type { AgendaActProps } from './RescheduleDialog.tsx';

/** The reason that is given, and what it is given of. */
interface Finish {
  reason: string;
  note: string;
  data_agendada: string;
  assunto: string;
}

const finishOf = ({ data_agendada, assunto }: AgendaActProps['agenda']): Finish => ({
  reason: '',
  note: '',
  data_agendada,
  assunto,
});

/** Ends a contact with its reason. */
export function FinishDialog({ agenda, onDone, onClose }: AgendaActProps) {
  const held = useHeldForm<Finish>({ versao: agenda.versao, initial: finishOf(agenda), read: finishOf });
  const { reason, note } = held.value;
  const update = useRouteCommand(agendaRoutes.update);
  const run = async () => {
    const answer = await held.send((versao) =>
      update.mutateAsync({
        params: { id: agenda.id },
        body: { versao, ...finishBody({ reason, note }) },
      }),
    );
    if (answer) await onDone(answer.data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Finalizar a agenda ${agenda.id}?`}
      text="Ela passa a cumprida e não muda mais."
      confirmLabel="Finalizar"
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <ConflictView
          conflict={held}
          name="esta agenda"
          labels={{
            data_agendada: {
              label: 'Marcada para',
              show: (moment) => whenText(moment, agenda.filial.fuso),
            },
            assunto: 'Assunto',
          }}
        />
        <FinishFields value={{ reason, note }} onChange={held.set} />
      </Box>
    </ConfirmDialog>
  );
}
