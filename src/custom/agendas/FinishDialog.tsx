import Box from '@mui/material/Box';
import { useState } from 'react';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { FinishFields, finishBody } from './FinishFields.tsx';
import type { AgendaActProps } from './RescheduleDialog.tsx';

/** Ends a contact with its reason. */
export function FinishDialog({ agenda, onDone, onClose }: AgendaActProps) {
  const [draft, setDraft] = useState({ reason: '', note: '' });
  const update = useRouteCommand(agendaRoutes.update);
  const run = async () => {
    const { data } = await update.mutateAsync({
      params: { id: agenda.id },
      body: { versao: agenda.versao, ...finishBody(draft) },
    });
    await onDone(data.message);
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
        <FinishFields value={draft} onChange={setDraft} />
      </Box>
    </ConfirmDialog>
  );
}
