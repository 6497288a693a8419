import Box from '@mui/material/Box';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { pickupStatus } from '#contract/catalogs/transport.ts';
import type { Input } from '#contract/route.ts';
import { type Pickup, pickupRoutes } from '#contract/sac/pickups.ts';
import { ownToday } from '#data/session.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems, ProblemAt } from '#ui/components/fieldProblems.ts';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';

interface ScheduleDialogProps {
  pickup: Pickup;
  onDone: (text: string) => Promise<void>;
  onClose: () => void;
}

/** The fields that the route accepts besides the version. */
type Schedule = Pick<Pickup, Exclude<keyof Input<typeof pickupRoutes.update>['body'], 'versao'>>;

const formOf = ({ agendadaPara, obs }: Pickup): Schedule => ({
  agendadaPara,
  obs,
});

/** The day of a pickup, and a note for the person who collects it. */
export function ScheduleDialog({ pickup, onDone, onClose }: ScheduleDialogProps) {
  const held = useVersionedForm({ versao: pickup.versao, initial: formOf(pickup), read: formOf });
  const { agendadaPara, obs } = held.value;
  const update = useRouteCommand(pickupRoutes.update);
  const run = async () => {
    const answer = await held.send((versao) =>
      update.mutateAsync({ params: { idColeta: pickup.id }, body: { versao, ...held.value } }),
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

interface CancelDialogProps {
  pickup: Pickup;
  onDone: (text: string) => Promise<void>;
  onClose: () => void;
}

/** The reason given, and the pickup fields it refers to. */
interface Cancel extends Pick<Pickup, 'status' | 'agendadaPara' | 'obs'> {
  motivo: string;
}

const cancellationOf = ({ status, agendadaPara, obs }: Pickup): Cancel => ({
  motivo: '',
  status,
  agendadaPara,
  obs,
});

/** Asks for a reason, which is kept in the tickets' timelines. */
export function CancelDialog({ pickup, onDone, onClose }: CancelDialogProps) {
  const held = useVersionedForm<Cancel>({
    versao: pickup.versao,
    initial: cancellationOf(pickup),
    read: cancellationOf,
  });
  const { motivo } = held.value;
  const cancel = useRouteCommand(pickupRoutes.cancel);
  const run = async () => {
    if (!motivo.trim()) throw new FieldProblems({ motivo: 'Informe o motivo.' });
    const answer = await held.send((versao) =>
      cancel.mutateAsync({ params: { idColeta: pickup.id }, body: { versao, motivo: motivo.trim() } }),
    );
    if (answer) await onDone(answer.data.message);
  };
  return (
    <ConfirmDialog
      open
      title={`Cancelar a coleta ${pickup.id}?`}
      text="Os tickets voltam a aguardar coleta. O motivo fica na linha do tempo deles, onde só a equipe o lê."
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
      <ProblemAt field="motivo">
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
      </ProblemAt>
    </ConfirmDialog>
  );
}
