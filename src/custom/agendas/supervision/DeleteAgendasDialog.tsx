import Box from '@mui/material/Box';
import { useState } from 'react';
import { agendaSupervisionRoutes } from '../../../../contract/callcenter/agendaSupervision.ts';
import { useRouteCommand } from '../../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../../ui/components/ConfirmDialog.tsx';
import { ReasonField } from '../ReasonField.tsx';
import { type SelectedAgendas, selectionBody, selectionText } from './selectedAgendas.ts';

/** Deletes open agendas of anybody, for a reason that stays in the audit. */
export function DeleteAgendasDialog({ onDone, onClose, ...selection }: SelectedAgendas) {
  const [motivo, setMotivo] = useState('');
  const command = useRouteCommand(agendaSupervisionRoutes.removeMany);
  const run = async () => {
    if (!motivo.trim()) throw new Error('Informe por que as agendas são excluídas.');
    await onDone(await command.mutateAsync({ body: { ...selectionBody(selection), motivo: motivo.trim() } }));
  };
  return (
    <ConfirmDialog
      open
      title={`Excluir ${selectionText(selection)}?`}
      text="Elas deixam de existir para quem faria o contato. O registro de atividade do cliente guarda que existiram. As já finalizadas ficam."
      confirmLabel="Excluir"
      tone="error"
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ mt: 4 }}>
        <ReasonField label="Motivo" value={motivo} onChange={setMotivo} required />
      </Box>
    </ConfirmDialog>
  );
}
