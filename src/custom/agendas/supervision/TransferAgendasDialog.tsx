import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { agendaSupervisionRoutes } from '../../../../contract/callcenter/agendaSupervision.ts';
import { salesLookupRoutes } from '../../../../contract/callcenter/salesLookups.ts';
import { useRoute, useRouteCommand } from '../../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../../ui/components/ConfirmDialog.tsx';
import { ReasonField } from '../ReasonField.tsx';
import { type SelectedAgendas, selectionBody, selectionText } from './selectedAgendas.ts';

/** Gives agendas to one or several other people, who take them in turn. */
export function TransferAgendasDialog({ onDone, onClose, ...selection }: SelectedAgendas) {
  const [people, setPeople] = useState<readonly { id: number; nome: string }[]>([]);
  const [motivo, setMotivo] = useState('');
  const sellers = useRoute(salesLookupRoutes.sellerNames, {});
  const command = useRouteCommand(agendaSupervisionRoutes.transfer);
  const run = async () => {
    if (people.length === 0) throw new Error('Escolha para quem vão as agendas.');
    await onDone(
      await command.mutateAsync({
        body: {
          ...selectionBody(selection),
          idColabs: people.map(({ id }) => id),
          ...(motivo.trim() && { motivo: motivo.trim() }),
        },
      }),
    );
  };
  return (
    <ConfirmDialog
      open
      title={`Transferir ${selectionText(selection)}`}
      text="Quem recebe precisa atender o cliente na filial da agenda. Com várias pessoas, elas são repartidas por igual."
      confirmLabel="Transferir"
      onConfirm={run}
      onCancel={onClose}
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
          renderInput={(params) => <TextField {...params} label="Para quem" required />}
        />
        <ReasonField label="Motivo" value={motivo} onChange={setMotivo} />
      </Box>
    </ConfirmDialog>
  );
}

const NOBODY: { id: number; nome: string }[] = [];
