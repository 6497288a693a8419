import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { ConflictView } from '../../ui/conflict/ConflictView.tsx';
import { useHeldForm } from '../../ui/conflict/useHeldForm.ts';
import type { AgendaActProps } from './RescheduleDialog.tsx';

const formOf = ({ assunto, descricao }: AgendaActProps['agenda']) => ({ assunto, descricao });

/** Other words: what the contact is about. */
export function EditAgendaDialog({ agenda, onDone, onClose }: AgendaActProps) {
  const held = useHeldForm({ versao: agenda.versao, initial: formOf(agenda), read: formOf });
  const { assunto, descricao } = held.value;
  const update = useRouteCommand(agendaRoutes.update);
  const run = async () => {
    if (!assunto.trim()) throw new Error('Informe o assunto.');
    const answer = await held.send((versao) =>
      update.mutateAsync({
        params: { id: agenda.id },
        body: { versao, assunto: assunto.trim(), descricao },
      }),
    );
    if (answer) await onDone(answer.data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Editar a agenda ${agenda.id}`}
      confirmLabel="Salvar"
      disabled={held.undecided}
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 2 }}>
        <ConflictView
          conflict={held}
          name="esta agenda"
          labels={{ assunto: 'Assunto', descricao: 'Descrição' }}
        />
        <WordFields
          assunto={assunto}
          descricao={descricao}
          onAssunto={(text) => held.set({ assunto: text })}
          onDescricao={(text) => held.set({ descricao: text })}
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
