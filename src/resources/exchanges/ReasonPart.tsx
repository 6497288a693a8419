import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { chooseReason, shownLevels } from '../../../contract/rules/ticketReasons.ts';
import type { ExchangeForm, ReasonsOfForm } from './exchangeForm.ts';

interface ReasonPartProps {
  form: ExchangeForm;
  reasons: ReasonsOfForm;
  onChange: (form: ExchangeForm) => void;
}

/** Why the request is made: each choice opens the level below it. */
export function ReasonPart({ form, reasons: { tree }, onChange }: ReasonPartProps) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { md: '1fr 1fr' } }}>
      {shownLevels(tree, form.path).map(({ level, label, required, options, chosen }) => (
        <TextField
          key={level}
          select
          label={label}
          required={required}
          value={chosen?.id ?? ''}
          onChange={(event) =>
            onChange({
              ...form,
              path: chooseReason(tree, form.path, level, Number(event.target.value) || null),
            })
          }
        >
          {!required && <MenuItem value="">Nenhum</MenuItem>}
          {options.map(({ id, descricao }) => (
            <MenuItem key={id} value={id}>
              {descricao}
            </MenuItem>
          ))}
        </TextField>
      ))}
      <TextField
        label="Mensagem"
        value={form.message}
        onChange={(event) => onChange({ ...form, message: event.target.value })}
        multiline
        minRows={2}
        sx={{ gridColumn: '1 / -1' }}
        helperText="O que o cliente disse; fica na conversa do ticket."
        slotProps={{ htmlInput: { maxLength: 20_000 } }}
      />
    </Box>
  );
}
