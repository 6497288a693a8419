import Autocomplete from '@mui/material/Autocomplete';
import { agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import type { Input } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { useRoute } from '#data/useRoute.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { useBodyField } from '#ui/editing/BodyField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { reasonFields, useConfirmedRows } from './shared/ConfirmContact.tsx';

const { transfer } = agendaSupervisionRoutes;

/** Transfers agendas to one or more other people, distributed in turn. */
export function TransferAgendasDialog({ onDone, onClose, ...selection }: SelectedAgendas) {
  const confirmed = useConfirmedRows();
  return (
    <CommandDialog
      route={transfer}
      given={confirmed.ids ? { ids: confirmed.ids } : selectionBody(selection)}
      only={['idColabs', 'motivo', 'confirmar']}
      read={() => ({ idColabs: NOBODY })}
      fields={reasonFields(transfer, {
        idColabs: { input: <ReceiversInput />, sent: (people: Person[]) => people.map(({ id }) => id) },
      })}
      title={`Transferir ${selectionText(selection)}`}
      text="Quem recebe precisa atender o cliente na filial da agenda. Com várias pessoas, elas são repartidas por igual."
      confirmLabel="Transferir"
      onDone={(_, rows) => onDone(confirmed.take(rows))}
      onClose={() => (confirmed.rows ? void onDone(confirmed.rows) : onClose())}
    />
  );
}

interface Person {
  id: number;
  nome: string;
}

function ReceiversInput() {
  const sellers = useRoute(salesLookupRoutes.sellerNames, {});
  const { words, value, problem, set } = useBodyField(transfer, 'idColabs');
  return (
    <Autocomplete
      multiple
      options={sellers.data ?? NOBODY}
      value={value as Person[]}
      onChange={(_, people) => set(people)}
      getOptionLabel={({ nome }) => nome}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={sellers.isPending}
      noOptionsText="Ninguém com este nome"
      loadingText="Buscando…"
      renderInput={(params) => (
        <TextField
          {...params}
          label={words.label}
          required
          error={Boolean(problem)}
          helperText={problem ?? sellers.error?.message}
        />
      )}
    />
  );
}

const NOBODY: Person[] = [];

/** Deletes open agendas of any person, with a reason that is kept in the audit log. */
export const DeleteAgendasDialog = ({ onDone, onClose, ...selection }: SelectedAgendas) => (
  <CommandDialog
    route={agendaSupervisionRoutes.removeMany}
    given={selectionBody(selection)}
    only={['motivo']}
    title={`Excluir ${selectionText(selection)}?`}
    text="Elas deixam de existir para quem faria o contato. O registro de atividade do cliente guarda que existiram. As já finalizadas ficam."
    confirmLabel="Excluir"
    tone="error"
    onDone={(_, results) => onDone(results)}
    onClose={onClose}
  />
);

type Body = Input<typeof agendaSupervisionRoutes.removeMany>['body'];

interface Selection {
  ids?: number[];
  /** Selects all open agendas that match the list's filters. */
  filters?: NonNullable<Body['filtros']>;
}

interface SelectedAgendas extends Selection {
  onDone: (results: RowResults) => void | Promise<void>;
  onClose: () => void;
}

const selectionBody = ({ ids, filters }: Selection): Pick<Body, 'ids' | 'filtros'> =>
  ids ? { ids } : { filtros: filters ?? {} };

const selectionText = ({ ids }: Selection): string => {
  if (!ids) return 'todas as agendas em aberto do filtro';
  return formatCount(ids.length, 'agenda', 'agendas');
};
