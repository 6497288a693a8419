import TextField from '@mui/material/TextField';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { pickupStatus } from '../../../contract/catalogs/transport.ts';
import { type Pickup, pickupRoutes } from '../../../contract/sac/pickups.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { ConflictView } from '../../ui/conflict/ConflictView.tsx';
import { useHeldForm } from '../../ui/conflict/useHeldForm.ts';

interface CancelDialogProps {
  pickup: Pickup;
  onDone: (text: string) => Promise<void>;
  onClose: () => void;
}

/** The reason that is given, and what it is given of. */
interface Cancel extends Pick<Pickup, 'status' | 'agendadaPara' | 'obs'> {
  motivo: string;
}

const formOf = ({ status, agendadaPara, obs }: Pickup): Cancel => ({ motivo: '', status, agendadaPara, obs });

/** Asks for the reason, which the tickets' timelines keep. */
export function CancelDialog({ pickup, onDone, onClose }: CancelDialogProps) {
  const held = useHeldForm<Cancel>({ versao: pickup.versao, initial: formOf(pickup), read: formOf });
  const { motivo } = held.value;
  const cancel = useRouteCommand(pickupRoutes.cancel);
  const run = async () => {
    if (!motivo.trim()) throw new Error('Informe o motivo.');
    const answer = await held.send((versao) =>
      cancel.mutateAsync({ params: { idColeta: pickup.id }, body: { versao, motivo: motivo.trim() } }),
    );
    if (answer) await onDone(answer.data.message);
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
      <ConflictView
        conflict={held}
        name="esta coleta"
        labels={{
          status: { label: 'Situação', show: (own) => rowOf(pickupStatus, own).label },
          agendadaPara: 'Data da coleta',
          obs: 'Observação para quem coleta',
        }}
      />
      <TextField
        label="Motivo"
        value={motivo}
        onChange={(event) => held.set({ motivo: event.target.value })}
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
