import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';

interface ViewNameDialogProps {
  title: string;
  text?: string;
  confirmLabel: string;
  name?: string;
  /** Offers to share it, where the person may. */
  mayShare?: boolean;
  onSave: (name: string, team: boolean) => Promise<void>;
  onCancel: () => void;
}

export function ViewNameDialog(props: ViewNameDialogProps) {
  const [name, setName] = useState(props.name ?? '');
  const [team, setTeam] = useState(false);
  return (
    <ConfirmDialog
      open
      title={props.title}
      text={props.text}
      confirmLabel={props.confirmLabel}
      onCancel={props.onCancel}
      onConfirm={() => props.onSave(name.trim(), team)}
    >
      <TextField
        autoFocus
        required
        fullWidth
        margin="normal"
        label="Nome da visão"
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      {props.mayShare && (
        <FormControlLabel
          control={<Checkbox checked={team} onChange={(event) => setTeam(event.target.checked)} />}
          label="Compartilhar com a equipe"
        />
      )}
    </ConfirmDialog>
  );
}
