import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { type Pickup, pickupRoutes } from '../../../contract/sac/pickups.ts';
import { ConfirmDialog } from '../../custom/components/ConfirmDialog.tsx';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';

interface CancelDialogProps {
  pickup: Pickup;
  onDone: (text: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the reason, which the tickets' timelines keep. */
export function CancelDialog({ pickup, onDone, onClose }: CancelDialogProps) {
  const [motivo, setMotivo] = useState('');
  const cancel = useRouteCommand(pickupRoutes.cancel);
  const run = async () => {
    if (!motivo.trim()) throw new Error('Informe o motivo.');
    const { data } = await cancel.mutateAsync({
      params: { idColeta: pickup.id },
      body: { versao: pickup.versao, motivo: motivo.trim() },
    });
    await onDone(data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Cancelar a coleta ${pickup.id}?`}
      text="Os tickets voltam a aguardar coleta. O motivo fica na linha do tempo deles, onde o cliente também o lê."
      confirmLabel="Cancelar coleta"
      cancelLabel="Manter coleta"
      tone="error"
      onConfirm={run}
      onCancel={onClose}
    >
      <TextField
        label="Motivo"
        value={motivo}
        onChange={(event) => setMotivo(event.target.value)}
        required
        multiline
        minRows={2}
        fullWidth
        autoFocus
        slotProps={{ htmlInput: { maxLength: 500 } }}
        sx={{ mt: 4 }}
      />
    </ConfirmDialog>
  );
}
