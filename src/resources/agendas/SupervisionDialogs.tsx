import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import type { Input } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems, ProblemAt } from '#ui/components/fieldProblems.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { ReasonField } from './shared/AgendaFields.tsx';
import { useConfirmedRows } from './shared/ConfirmContact.tsx';

/** Transfers agendas to one or more other people, distributed in turn. */
export function TransferAgendasDialog({ onDone, onClose, ...selection }: SelectedAgendas) {
  const [people, setPeople] = useState<readonly { id: number; nome: string }[]>([]);
  const [motivo, setMotivo] = useState('');
  const sellers = useRoute(salesLookupRoutes.sellerNames, {});
  const command = useRouteCommand(agendaSupervisionRoutes.transfer);
  const confirmed = useConfirmedRows([people]);
  const run = async () => {
    if (people.length === 0) throw new FieldProblems({ pessoas: 'Escolha para quem vão as agendas.' });
    const idColabs = people.map(({ id }) => id);
    const reason = motivo.trim() && { motivo: motivo.trim() };
    await onDone(
      await confirmed.send(({ ids, ...again }) =>
        command.mutateAsync({
          body: { ...(ids ? { ids } : selectionBody(selection)), idColabs, ...reason, ...again },
        }),
      ),
    );
  };
  return (
    <ConfirmDialog
      open
      title={`Transferir ${selectionText(selection)}`}
      text="Quem recebe precisa atender o cliente na filial da agenda. Com várias pessoas, elas são repartidas por igual."
      confirmLabel="Transferir"
      onConfirm={run}
      onCancel={() => (confirmed.rows ? void onDone(confirmed.rows) : onClose())}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        {sellers.error && <Alert severity="error">{sellers.error.message}</Alert>}
        <Autocomplete
          multiple
          options={sellers.data ?? NOBODY}
          value={[...people]}
          onChange={(_, value) => setPeople(value)}
          getOptionLabel={({ nome }) => nome}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(a, b) => a.id === b.id}
          loading={sellers.isPending}
          noOptionsText="Ninguém com este nome"
          loadingText="Buscando…"
          renderInput={(params) => (
            <ProblemAt field="pessoas" value={people}>
              <TextField {...params} label="Para quem" required />
            </ProblemAt>
          )}
        />
        <ReasonField label="Motivo" value={motivo} onChange={setMotivo} />
        {confirmed.field()}
      </Box>
    </ConfirmDialog>
  );
}

const NOBODY: { id: number; nome: string }[] = [];

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
