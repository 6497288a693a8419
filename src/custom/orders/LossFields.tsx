import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import type { ActionInput } from './runAction.ts';

interface LossFieldsProps {
  input: ActionInput;
  onChange: (part: ActionInput) => void;
}

/** Why a quote was lost. */
export function LossFields({ input, onChange }: LossFieldsProps) {
  const { data = [], error } = useRoute(quoteRoutes.lossReasons, {});
  return (
    <>
      <TextField
        select
        required
        label="Motivo da perda"
        value={input.motivoId ?? ''}
        onChange={(event) => onChange({ motivoId: Number(event.target.value) })}
        error={error !== null}
        helperText={error ? 'Os motivos não puderam ser carregados.' : undefined}
        fullWidth
        sx={{ mt: 4 }}
      >
        {data.map(({ id, desc }) => (
          <MenuItem key={id} value={id}>
            {desc}
          </MenuItem>
        ))}
      </TextField>
      <NoteField label="Observação" value={input.motivo} onChange={(motivo) => onChange({ motivo })} />
    </>
  );
}

interface NoteFieldProps {
  label: string;
  value: string | undefined;
  onChange: (text: string) => void;
}

export const NoteField = ({ label, value, onChange }: NoteFieldProps) => (
  <TextField
    label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value)}
    multiline
    minRows={2}
    fullWidth
    sx={{ mt: 4 }}
    slotProps={{ htmlInput: { maxLength: 500 } }}
  />
);
