import { rowOf } from '#contract/catalogs/catalog.ts';
import { pickupStatus } from '#contract/catalogs/transport.ts';
import { field } from '#contract/field.ts';
import { Pickup, pickupRoutes } from '#contract/sac/pickups.ts';
import { ownToday } from '#data/session.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';

interface PickupDialogProps {
  pickup: Pickup;
  onDone: (text: string) => Promise<void>;
  onClose: () => void;
}

/** The day of a pickup, and a note for the person who collects it. */
export const ScheduleDialog = ({ pickup, ...act }: PickupDialogProps) => (
  <CommandDialog
    route={pickupRoutes.update}
    params={{ idColeta: pickup.id }}
    record={pickup}
    name="esta coleta"
    title={`Agendar a coleta ${pickup.id}`}
    text="Uma data nova aparece na linha do tempo dos tickets."
    confirmLabel="Salvar"
    fields={{ agendadaPara: { min: ownToday() } }}
    {...act}
  />
);

/** Asks for a reason, which is kept in the tickets' timelines. */
export const CancelDialog = ({ pickup, ...act }: PickupDialogProps) => (
  <CommandDialog
    route={pickupRoutes.cancel}
    params={{ idColeta: pickup.id }}
    record={pickup}
    name="esta coleta"
    watched={{
      status: { label: field(Pickup, 'status').label, show: (own) => rowOf(pickupStatus, own).label },
      agendadaPara: field(Pickup, 'agendadaPara').label,
      obs: field(Pickup, 'obs').label,
    }}
    title={`Cancelar a coleta ${pickup.id}?`}
    text="Os tickets voltam a aguardar coleta. O motivo fica na linha do tempo deles, onde só a equipe o lê."
    confirmLabel="Cancelar coleta"
    cancelLabel="Manter coleta"
    tone="error"
    {...act}
  />
);
