import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import type { AgendaActProps } from './RescheduleDialog.tsx';

/** Other words: what the contact is about. */
export function EditAgendaDialog({ agenda, onDone, onClose }: AgendaActProps) {
  const [assunto, setAssunto] = useState(agenda.assunto);
  const [descricao, setDescricao] = useState(agenda.descricao);
  const update = useRouteCommand(agendaRoutes.update);
  const run = async () => {
    if (!assunto.trim()) throw new Error('Informe o assunto.');
    const { data } = await update.mutateAsync({
      params: { id: agenda.id },
      body: { versao: agenda.versao, assunto: assunto.trim(), descricao },
    });
    await onDone(data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Editar a agenda ${agenda.id}`}
      confirmLabel="Salvar"
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 2 }}>
        <WordFields
          assunto={assunto}
          descricao={descricao}
          onAssunto={setAssunto}
          onDescricao={setDescricao}
        />
      </Box>
    </ConfirmDialog>
  );
}

interface WordFieldsProps {
  assunto: string;
  descricao: string;
  onAssunto: (text: string) => void;
  onDescricao: (text: string) => void;
  error?: string | undefined;
}

export const WordFields = ({ assunto, descricao, onAssunto, onDescricao, error }: WordFieldsProps) => (
  <>
    <TextField
      label="Assunto"
      required
      fullWidth
      value={assunto}
      onChange={(event) => onAssunto(event.target.value)}
      error={Boolean(error)}
      helperText={error}
      slotProps={{ htmlInput: { maxLength: 120 } }}
    />
    <TextField
      label="Descrição"
      multiline
      minRows={3}
      fullWidth
      value={descricao}
      onChange={(event) => onDescricao(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 2000 } }}
    />
  </>
);
