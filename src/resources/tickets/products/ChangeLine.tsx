import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { OBSERVATION_MAX } from '../../../../contract/rules/ticketItems.ts';
import type { ProductReason } from '../../../../contract/rules/ticketType.ts';
import type { TicketItem } from '../../../../contract/sac/ticketItems.ts';
import { QuantityStepper } from '../../../ui/components/inputs/QuantityStepper.tsx';
import type { LineEdit } from './lineEdits.ts';

interface ChangeLineProps {
  item: TicketItem;
  line: LineEdit;
  reasons: readonly ProductReason[];
  error: string | undefined;
  disabled: boolean;
  onChange: (part: Partial<LineEdit>) => void;
}

/** One line that may change; a loose product can only be taken out. */
export function ChangeLine({ item, line, reasons, error, disabled, onChange }: ChangeLineProps) {
  const label = `${item.idExibicao} - ${item.descricao}`;
  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{
        m: 0,
        p: 3,
        minInlineSize: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        display: 'grid',
        gap: 2,
      }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Typography sx={{ flex: 1, minWidth: 0, textDecoration: line.removed ? 'line-through' : 'none' }}>
          {label}
        </Typography>
        <Button
          size="small"
          color={line.removed ? 'inherit' : 'error'}
          disabled={disabled}
          aria-label={`${line.removed ? 'Manter' : 'Remover'} ${label}`}
          onClick={() => onChange({ removed: !line.removed })}
        >
          {line.removed ? 'Manter' : 'Remover'}
        </Button>
      </Box>
      {!line.removed && !item.avulso && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) minmax(0, 1.4fr)' },
          }}
        >
          <Box sx={{ pt: { sm: 5.5 } }}>
            <QuantityStepper
              label={`Quantidade de ${label}`}
              value={line.quantity}
              onChange={(quantity) => onChange({ quantity })}
              {...(item.qtd_comprada !== null && { max: item.qtd_comprada })}
              unit={item.unidade}
              decimals={item.fracionavel}
              disabled={disabled}
            />
          </Box>
          <TextField
            select
            fullWidth
            required
            label="Motivo"
            value={reasons.some(({ id }) => id === line.reason) ? line.reason : ''}
            onChange={({ target }) => onChange({ reason: Number(target.value) || null })}
            disabled={disabled}
          >
            {reasons.map(({ id, descricao }) => (
              <MenuItem key={id} value={id}>
                {descricao}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            fullWidth
            label="Observação"
            value={line.note}
            onChange={({ target }) => onChange({ note: target.value })}
            disabled={disabled}
            slotProps={{ htmlInput: { maxLength: OBSERVATION_MAX } }}
          />
        </Box>
      )}
      {error && (
        <Typography variant="caption" color="error" role="alert">
          {error}
        </Typography>
      )}
    </Box>
  );
}
