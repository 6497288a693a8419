import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type Pickup, pickupRoutes } from '../../../contract/sac/pickups.ts';
import { ownToday } from '../../dataProvider/session.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { DateField } from '../../ui/components/inputs/DateField.tsx';
import { ConflictView } from '../../ui/conflict/ConflictView.tsx';
import { useHeldForm } from '../../ui/conflict/useHeldForm.ts';

interface ScheduleDialogProps {
  pickup: Pickup;
  onDone: (text: string) => Promise<void>;
  onClose: () => void;
}

const formOf = ({ agendadaPara, obs }: Pickup): Pick<Pickup, 'agendadaPara' | 'obs'> => ({
  agendadaPara,
  obs,
});

/** The day of a pickup, and a note for who fetches. */
export function ScheduleDialog({ pickup, onDone, onClose }: ScheduleDialogProps) {
  const held = useHeldForm({ versao: pickup.versao, initial: formOf(pickup), read: formOf });
  const { agendadaPara, obs } = held.value;
  const update = useRouteCommand(pickupRoutes.update);
  const run = async () => {
    const answer = await held.send((versao) =>
      update.mutateAsync({ params: { idColeta: pickup.id }, body: { versao, agendadaPara, obs } }),
    );
    if (answer) await onDone(answer.data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Agendar a coleta ${pickup.id}`}
      text="Uma data nova aparece na linha do tempo dos tickets."
      confirmLabel="Salvar"
      disabled={held.undecided}
      onConfirm={run}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <ConflictView
          conflict={held}
          name="esta coleta"
          labels={{ agendadaPara: 'Data da coleta', obs: 'Observação para quem coleta' }}
        />
        <DateField
          label="Data da coleta"
          value={agendadaPara}
          onChange={(day) => held.set({ agendadaPara: day })}
          min={ownToday()}
        />
        <NoteField value={obs} onChange={(text) => held.set({ obs: text })} />
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
