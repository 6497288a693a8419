import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { salesLookupRoutes } from '../../../../contract/callcenter/salesLookups.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';

interface CalendarSellerProps {
  /** '' for everybody. */
  value: string;
  onChange: (id: string) => void;
}

/** Whose agendas the calendar shows. */
export function CalendarSeller({ value, onChange }: CalendarSellerProps) {
  const { data: sellers = [] } = useRoute(salesLookupRoutes.sellerNames, {});
  return (
    <TextField
      select
      size="small"
      value={sellers.some(({ id }) => String(id) === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      sx={{ minWidth: 200 }}
      slotProps={{ select: { displayEmpty: true }, htmlInput: { 'aria-label': 'Colaborador' } }}
    >
      <MenuItem value="">Todos os colaboradores</MenuItem>
      {sellers.map(({ id, nome }) => (
        <MenuItem key={id} value={String(id)}>
          {nome}
        </MenuItem>
      ))}
    </TextField>
  );
}
