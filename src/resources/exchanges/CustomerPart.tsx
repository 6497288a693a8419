import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { formatDocument } from '../../../contract/rules/documents.ts';
import { type CustomerRow, customerRoutes } from '../../../contract/sac/customers.ts';
import { call } from '../../dataProvider/call.ts';
import { AsyncAutocomplete, type AsyncOption } from '../../ui/components/inputs/AsyncAutocomplete.tsx';
import { type ExchangeForm, withCustomer } from './exchangeForm.ts';

interface Found extends AsyncOption {
  customer: CustomerRow;
}

interface CustomerPartProps {
  form: ExchangeForm;
  onChange: (form: ExchangeForm) => void;
}

/** Whose invoices, and of which branch. */
export function CustomerPart({ form, onChange }: CustomerPartProps) {
  const { customer, branchId } = form;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { md: '1fr 1fr' } }}>
      <AsyncAutocomplete<Found>
        label="Cliente"
        hint="Código, nome ou documento"
        minLength={1}
        required
        autoFocus
        value={customer && foundOf(customer)}
        load={search}
        onChange={(found) => onChange(withCustomer(form, found?.customer ?? null))}
      />
      <TextField
        select
        label="Filial"
        required
        disabled={!customer}
        value={branchId ?? ''}
        onChange={(event) => onChange({ ...form, branchId: Number(event.target.value), items: {} })}
        helperText={customer ? undefined : 'Escolha primeiro o cliente.'}
      >
        {(customer?.filiaisSac ?? []).map(({ idFil, razSoc }) => (
          <MenuItem key={idFil} value={idFil}>
            {razSoc}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}

async function search(q: string, signal: AbortSignal): Promise<Found[]> {
  const { itens } = await call(customerRoutes.list, { query: { q, take: 20 } }, { signal });
  return itens.map(foundOf);
}

const foundOf = (customer: CustomerRow): Found => ({
  value: customer.id,
  label: `${customer.id} - ${customer.fant || customer.razSoc}`,
  second: `${customer.razSoc} · ${formatDocument(customer.documento)}`,
  customer,
});
