import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { type Pickup, pickupRoutes } from '../../../contract/sac/pickups.ts';
import { ConfirmDialog } from '../../custom/components/ConfirmDialog.tsx';
import { DateField } from '../../custom/components/inputs/DateField.tsx';
import { ownToday } from '../../dataProvider/session.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';

interface ScheduleDialogProps {
  pickup: Pickup;
  onDone: (text: string) => Promise<void>;
  onClose: () => void;
}

/** The day of a pickup, and a note for who fetches. */
export function ScheduleDialog({ pickup, onDone, onClose }: ScheduleDialogProps) {
  const [day, setDay] = useState(pickup.agendadaPara);
  const [obs, setObs] = useState(pickup.obs);
  const update = useRouteCommand(pickupRoutes.update);
  const run = async () => {
    const { data } = await update.mutateAsync({
      params: { idColeta: pickup.id },
      body: { versao: pickup.versao, agendadaPara: day, obs },
    });
    await onDone(data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Agendar a coleta ${pickup.id}`}
      text="Uma data nova aparece na linha do tempo dos tickets."
      confirmLabel="Salvar"
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <DateField label="Data da coleta" value={day} onChange={setDay} min={ownToday()} />
        <NoteField value={obs} onChange={setObs} />
      </Box>
    </ConfirmDialog>
  );
}

export const NoteField = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <TextField
    label="Observação para quem coleta"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    multiline
    minRows={2}
    fullWidth
    slotProps={{ htmlInput: { maxLength: 500 } }}
  />
);
