import MenuItem from '@mui/material/MenuItem';
import type { ProductReason } from '#contract/rules/tickets/ticketType.ts';
import { TextField } from '#ui/components/TextField.tsx';
import type { LineAnswers } from '../draft/itemTransitions.ts';

interface ReasonFieldProps {
  label: string;
  reasons: readonly ProductReason[];
  value: LineAnswers['motivo'];
  onChange: (reason: LineAnswers['motivo']) => void;
  required?: boolean;
  error?: string | undefined;
}

/** Why a product is returned. */
export function ReasonField({ label, reasons, value, onChange, required = false, error }: ReasonFieldProps) {
  return (
    <TextField
      select
      fullWidth
      label={label}
      required={required}
      value={value?.id ?? ''}
      onChange={(event) => {
        const found = reasons.find(({ id }) => id === Number(event.target.value));
        onChange(found ? { id: found.id, descricao: found.descricao } : null);
      }}
      error={Boolean(error)}
      helperText={error}
      slotProps={{ select: { displayEmpty: true } }}
    >
      <MenuItem value="">Escolha…</MenuItem>
      {reasons.map(({ id, descricao }) => (
        <MenuItem key={id} value={id}>
          {descricao}
        </MenuItem>
      ))}
    </TextField>
  );
}
