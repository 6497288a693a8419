import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useNotify } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { customerUpkeepRoutes } from '../../../../../contract/callcenter/customerUpkeep.ts';
import { useRouteCommand } from '../../../../dataProvider/useRoute.ts';
import { CloseButton, DialogFrame } from '../../../../ui/components/frame/DialogFrame.tsx';
import { errorText } from '../../../../ui/shell/errorText.ts';
import type { CustomerActivity } from './ActivitiesCard.tsx';

interface ActivityDialogProps {
  idCli: number;
  activity: CustomerActivity;
  options: readonly { id: number; desc: string }[];
  onClose: () => void;
  onSaved: () => void;
}

/** Another activity for the customer. */
export function ActivityDialog({ idCli, activity, options, onClose, onSaved }: ActivityDialogProps) {
  const titleId = useId();
  const notify = useNotify();
  const [chosen, setChosen] = useState(activity.idAtividade === null ? '' : `${activity.idAtividade}`);
  const save = useRouteCommand(customerUpkeepRoutes.changeActivity, {
    onSuccess: ({ data }) => {
      notify(data.message, { type: 'success' });
      onSaved();
    },
  });
  const unchanged = chosen === '' || Number(chosen) === activity.idAtividade;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unchanged) return;
    save.mutate({
      params: { idCli },
      body: { id: activity.id, valoranterior: activity.idAtividade, valor: Number(chosen) },
    });
  };
  return (
    <DialogFrame
      open
      onClose={save.isPending ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      <form onSubmit={submit}>
        <DialogTitle id={titleId}>Editar atividade</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <TextField
            select
            autoFocus
            required
            label="Atividade"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            {options.map(({ id, desc }) => (
              <MenuItem key={id} value={`${id}`}>
                {desc}
              </MenuItem>
            ))}
          </TextField>
          {save.error && <Alert severity="error">{errorText(save.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={save.isPending}>Cancelar</CloseButton>
          <Button type="submit" variant="contained" disabled={unchanged} loading={save.isPending}>
            Salvar
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}
