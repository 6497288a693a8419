import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useNotify } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { customerUpkeepRoutes } from '../../../../../contract/callcenter/customerUpkeep.ts';
import type { PanelCustomer } from '../../../../../contract/callcenter/panelCustomer.ts';
import { useRouteCommand } from '../../../../dataProvider/useRoute.ts';
import { errorText } from '../../../layout/errorText.ts';

interface ClassificationDialogProps {
  customer: PanelCustomer;
  options: readonly { id: number; desc: string }[];
  onClose: () => void;
  onSaved: () => void;
}

/** The classification with its note; 'Tirar' takes both away. */
export function ClassificationDialog(props: ClassificationDialogProps) {
  const { customer, options, onClose } = props;
  const titleId = useId();
  const { chosen, setChosen, note, setNote, unchanged, busy, failure, submit, remove } = useEditing(props);
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form onSubmit={submit}>
        <DialogTitle id={titleId}>Editar classificação</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <TextField
            select
            autoFocus
            required
            label="Classificação"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            {options.map(({ id, desc }) => (
              <MenuItem key={id} value={`${id}`}>
                {desc}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Observação"
            multiline
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          {failure && <Alert severity="error">{failure}</Alert>}
        </DialogContent>
        <DialogActions>
          {customer.classificacao && (
            <Button color="error" sx={{ mr: 'auto' }} onClick={remove} disabled={busy}>
              Tirar classificação
            </Button>
          )}
          <Button color="inherit" onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" disabled={unchanged} loading={busy}>
            Salvar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function useEditing({ customer, onSaved }: ClassificationDialogProps) {
  const notify = useNotify();
  const first = customer.classificacao ? `${customer.classificacao.id}` : '';
  const [chosen, setChosen] = useState(first);
  const [note, setNote] = useState(customer.classificacaoObs ?? '');
  const done = {
    onSuccess: ({ data }: { data: { message: string } }) => {
      notify(data.message, { type: 'success' });
      onSaved();
    },
  };
  const save = useRouteCommand(customerUpkeepRoutes.classify, done);
  const drop = useRouteCommand(customerUpkeepRoutes.declassify, done);
  const params = { idCli: customer.id };
  const unchanged = chosen === '' || (chosen === first && note === (customer.classificacaoObs ?? ''));
  const error = save.error ?? drop.error;
  return {
    ...{ chosen, setChosen, note, setNote, unchanged },
    busy: save.isPending || drop.isPending,
    failure: error ? errorText(error) : '',
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!unchanged)
        save.mutate({
          params,
          body: { classificacao: Number(chosen), obs: note.trim(), versao: customer.versao },
        });
    },
    remove: () => drop.mutate({ params }),
  };
}
