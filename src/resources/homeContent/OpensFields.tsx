import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { OPENS, type OpensKind, type OpensTarget } from '../../../contract/rules/sales/showcase.ts';
import { OPENS_LABELS, OPENS_VALUES } from './words.ts';

interface OpensFieldsProps {
  value: OpensTarget;
  onChange: (value: OpensTarget) => void;
  error: string | undefined;
}

/** Where a click on it leads. */
export function OpensFields({ value, onChange, error }: OpensFieldsProps) {
  const which = OPENS_VALUES[value.tipo];
  return (
    <Pair>
      <TextField
        select
        label="O que abre"
        value={value.tipo}
        onChange={(event) => onChange({ tipo: event.target.value as OpensKind })}
      >
        {OPENS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {OPENS_LABELS[kind]}
          </MenuItem>
        ))}
      </TextField>
      {which && (
        <TextField
          label={which.label}
          value={value.valor ?? ''}
          onChange={(event) => onChange({ ...value, valor: event.target.value })}
          error={Boolean(error)}
          helperText={error ?? which.hint}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
    </Pair>
  );
}

/** Two fields beside each other where there is room. */
export const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));
