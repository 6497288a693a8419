import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { ConflictView } from '../../ui/conflict/ConflictView.tsx';
import { useHeldForm } from '../../ui/conflict/useConflict.ts';
import { ReasonField } from './AgendaFields.tsx';
import { whenText } from './agendaTexts.tsx';
import type { AgendaActProps } from './EditAgendaDialog.tsx';

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

interface FinishDraft {
  reason: string;
  note: string;
}

interface FinishFieldsProps {
  value: FinishDraft;
  onChange: (value: FinishDraft) => void;
}

/** Why a contact ended, and what there is to say about it. */
export function FinishFields({ value, onChange }: FinishFieldsProps) {
  const { data: reasons = [], error } = useRoute(agendaRoutes.finishReasons, {});
  return (
    <>
      <TextField
        select
        required
        fullWidth
        autoFocus
        label="Motivo do encerramento"
        value={value.reason}
        onChange={(event) => onChange({ ...value, reason: event.target.value })}
        error={Boolean(error)}
        helperText={error?.message}
      >
        {reasons.map(({ id, nome }) => (
          <MenuItem key={id} value={String(id)}>
            {nome}
          </MenuItem>
        ))}
      </TextField>
      <ReasonField label="Observação" value={value.note} onChange={(note) => onChange({ ...value, note })} />
    </>
  );
}

/** As the server takes it; throws what is missing. */
export function finishBody({ reason, note }: FinishDraft) {
  if (!reason) throw new Error('Escolha o motivo do encerramento.');
  return { idMotivoFinalizacao: Number(reason), ...(note.trim() && { observacao: note.trim() }) };
}
