import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';

export interface AgendaActProps {
  agenda: AgendaRow;
  /** Receives the server's success message. */
  onDone: (text: string) => void | Promise<void>;
  onClose: () => void;
}

/** Edits what the contact is about. */
export const EditAgendaDialog = ({ agenda, ...act }: AgendaActProps) => (
  <CommandDialog
    route={agendaRoutes.update}
    params={{ id: agenda.id }}
    record={agenda}
    name="esta agenda"
    only={['assunto', 'descricao']}
    title={`Editar a agenda ${agenda.id}`}
    confirmLabel="Salvar"
    {...act}
  />
);
