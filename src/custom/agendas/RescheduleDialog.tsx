import Box from '@mui/material/Box';
import { useState } from 'react';
import type { AgendaRow } from '../../../contract/callcenter/agendaShapes.ts';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { localDate, localTime } from '../../../contract/rules/zonedTime.ts';
import { ownToday } from '../../dataProvider/session.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { whenText } from './agendaTexts.tsx';
import { MomentFields, momentText } from './MomentFields.tsx';
import { ReasonField } from './ReasonField.tsx';

export interface AgendaActProps {
  agenda: AgendaRow;
  /** What the server said of it. */
  onDone: (text: string) => void | Promise<void>;
  onClose: () => void;
}

/** Another day and time, and why: the history keeps both. */
export function RescheduleDialog({ agenda, onDone, onClose }: AgendaActProps) {
  const { data_agendada, filial } = agenda;
  const day = localDate(data_agendada, filial.fuso);
  const [moment, setMoment] = useState({
    day: day < ownToday() ? ownToday() : day,
    time: localTime(data_agendada, filial.fuso),
  } as { day: string | null; time: string });
  const [motivo, setMotivo] = useState('');
  const update = useRouteCommand(agendaRoutes.update);
  const run = async () => {
    const text = momentText(moment);
    if (!text) throw new Error('Informe o dia e a hora.');
    if (!motivo.trim()) throw new Error('Informe por que a agenda muda de data.');
    const { data } = await update.mutateAsync({
      params: { id: agenda.id },
      body: { versao: agenda.versao, data_agendada: text, motivo: motivo.trim() },
    });
    await onDone(data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Reagendar a agenda ${agenda.id}`}
      text={`Marcada para ${whenText(data_agendada, filial.fuso)}. A mudança e o motivo ficam no histórico.`}
      confirmLabel="Reagendar"
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <MomentFields value={moment} onChange={setMoment} help={`No horário de ${filial.desc}`} />
        <ReasonField label="Motivo" value={motivo} onChange={setMotivo} required />
      </Box>
    </ConfirmDialog>
  );
}
