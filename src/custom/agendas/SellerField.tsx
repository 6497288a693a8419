import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';

interface SellerFieldProps {
  label: string;
  /** '' for oneself. */
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
}

/** Who is to make the contact; offered to whoever leads. */
export function SellerField({ label, value, onChange, error }: SellerFieldProps) {
  const { data: sellers = [] } = useRoute(salesLookupRoutes.sellerNames, {});
  const me = currentLoad()?.colaborador.id;
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(error)}
      helperText={error}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">Eu</MenuItem>
      {sellers
        .filter(({ id }) => id !== me)
        .map(({ id, nome }) => (
          <MenuItem key={id} value={String(id)}>
            {nome}
          </MenuItem>
        ))}
    </TextField>
  );
}
