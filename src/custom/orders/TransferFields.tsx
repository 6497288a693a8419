import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { AsyncAutocomplete, type AsyncOption } from '../../ui/components/inputs/AsyncAutocomplete.tsx';
import { searchCustomers } from '../agendas/CustomerField.tsx';
import { NoteField } from './NoteField.tsx';
import type { ActionInput } from './runAction.ts';

interface TransferFieldsProps {
  id: number;
  input: ActionInput;
  onChange: (part: ActionInput) => void;
}

/** Who receives the quote: another customer, another seller, or both. */
export function TransferFields({ id, input, onChange }: TransferFieldsProps) {
  const [customer, setCustomer] = useState<AsyncOption | null>(null);
  const { data: sellers = [] } = useRoute(quoteRoutes.people, { params: { id } });
  return (
    <div style={{ marginTop: 16 }}>
      <AsyncAutocomplete
        label="Para o cliente"
        hint="Código, nome, CNPJ ou CPF"
        load={searchCustomers}
        value={customer}
        onChange={(value) => {
          setCustomer(value);
          onChange({ clienteId: value ? Number(value.value) : 0 });
        }}
      />
      <TextField
        select
        label="Para o vendedor"
        value={input.idColab ?? ''}
        onChange={(event) => onChange({ idColab: Number(event.target.value) })}
        fullWidth
        sx={{ mt: 4 }}
      >
        {sellers.map((person) => (
          <MenuItem key={person.id} value={person.id}>
            {person.nome}
          </MenuItem>
        ))}
      </TextField>
      <NoteField label="Observação" value={input.motivo} onChange={(motivo) => onChange({ motivo })} />
    </div>
  );
}
