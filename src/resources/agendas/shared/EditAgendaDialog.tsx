import Box from '@mui/material/Box';
import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems } from '#ui/components/fieldProblems.ts';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { WordFields } from './AgendaFields.tsx';

const formOf = ({ assunto, descricao }: AgendaActProps['agenda']) => ({ assunto, descricao });

/** Edits what the contact is about. */
export function EditAgendaDialog({ agenda, onDone, onClose }: AgendaActProps) {
  const held = useVersionedForm({ versao: agenda.versao, initial: formOf(agenda), read: formOf });
  const { assunto, descricao } = held.value;
  const update = useRouteCommand(agendaRoutes.update);
  const run = async () => {
    if (!assunto.trim()) throw new FieldProblems({ assunto: 'Informe o assunto.' });
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

export interface AgendaActProps {
  agenda: AgendaRow;
  /** Receives the server's success message. */
  onDone: (text: string) => void | Promise<void>;
  onClose: () => void;
}
