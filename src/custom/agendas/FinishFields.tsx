import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { ReasonField } from './ReasonField.tsx';

export interface FinishDraft {
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
