import Box from '@mui/material/Box';
import { useState } from 'react';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import type { RowResults } from '../../../contract/sac/rowResults.ts';
import { FinishFields, finishBody } from '../../custom/agendas/FinishFields.tsx';
import { ReasonField } from '../../custom/agendas/ReasonField.tsx';
import { ownToday } from '../../dataProvider/session.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { DateField } from '../../ui/components/inputs/DateField.tsx';
import { TimeField } from '../../ui/components/inputs/TimeField.tsx';

interface BulkDialogProps {
  ids: number[];
  onDone: (results: RowResults) => Promise<void>;
  onClose: () => void;
}

const countOf = ({ length }: readonly number[]) => formatCount(length, 'agenda', 'agendas');

/** To one day: each keeps its time of day unless one is given. */
export function RescheduleManyDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const [data, setData] = useState<string | null>(ownToday());
  const [hora, setHora] = useState('');
  const [motivo, setMotivo] = useState('');
  const command = useRouteCommand(agendaRoutes.rescheduleMany);
  const run = async () => {
    if (!data) throw new Error('Informe o dia.');
    if (!motivo.trim()) throw new Error('Informe por que as agendas mudam de data.');
    await onDone(
      await command.mutateAsync({ body: { ids, data, motivo: motivo.trim(), ...(hora && { hora }) } }),
    );
  };
  return (
    <ConfirmDialog
      open
      title={`Reagendar ${countOf(ids)}`}
      text="Sem hora, cada uma mantém a sua. O motivo fica no histórico de todas."
      confirmLabel="Reagendar"
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 3fr) minmax(112px, 2fr)', gap: 3 }}>
          <DateField label="Dia" required value={data} onChange={setData} min={ownToday()} />
          <TimeField label="Hora" value={hora} onChange={setHora} />
        </Box>
        <ReasonField label="Motivo" value={motivo} onChange={setMotivo} required />
      </Box>
    </ConfirmDialog>
  );
}

export function FinishManyDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const [draft, setDraft] = useState({ reason: '', note: '' });
  const command = useRouteCommand(agendaRoutes.finishMany);
  const run = async () => onDone(await command.mutateAsync({ body: { ids, ...finishBody(draft) } }));
  return (
    <ConfirmDialog
      open
      title={`Finalizar ${countOf(ids)}?`}
      text="Elas passam a cumpridas, com o mesmo motivo, e não mudam mais."
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
