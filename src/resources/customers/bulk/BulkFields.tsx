import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { CustomerBulkAction, CustomerBulkData } from '../../../../contract/callcenter/customerBulk.ts';
import { salesLookupRoutes } from '../../../../contract/callcenter/salesLookups.ts';
import { registrationLookupRoutes } from '../../../../contract/sac/registration.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';

interface FieldsProps {
  /** `null` while something is missing. */
  onChange: (data: CustomerBulkData | null) => void;
}

/** What each action asks for. */
export function BulkFields({ action, onChange }: FieldsProps & { action: CustomerBulkAction }) {
  if (action === 'vendedor') return <SellerFields onChange={onChange} />;
  if (action === 'classificacao') return <ClassificationField onChange={onChange} />;
  return (
    <Choice
      label="Contato"
      options={[
        { value: 'true', label: 'Não contatar' },
        { value: 'false', label: 'Pode ser contatado' },
      ]}
      onChange={(value) => onChange({ naoContatar: value === 'true' })}
    />
  );
}

function SellerFields({ onChange }: FieldsProps) {
  const { data = [] } = useRoute(salesLookupRoutes.sellers, {});
  const [seller, setSeller] = useState<number | null>(null);
  const [keep, setKeep] = useState(false);
  const change = (vendedor: number | null, manter: boolean) => {
    setSeller(vendedor);
    setKeep(manter);
    onChange(vendedor === null ? null : { vendedor, manter });
  };
  return (
    <>
      <Choice
        label="Vendedor"
        options={data.map(({ id, nome }) => ({ value: `${id}`, label: nome }))}
        onChange={(value) => change(Number(value), keep)}
      />
      <FormControlLabel
        control={<Checkbox checked={keep} onChange={(event) => change(seller, event.target.checked)} />}
        label="Manter também os vendedores atuais"
      />
    </>
  );
}

function ClassificationField({ onChange }: FieldsProps) {
  const { data = [] } = useRoute(registrationLookupRoutes.classificationsCallcenter, {});
  return (
    <Choice
      label="Classificação"
      options={[
        { value: 'nenhuma', label: 'Sem classificação' },
        ...data.map(({ id, desc }) => ({ value: `${id}`, label: desc })),
      ]}
      onChange={(value) => onChange({ classificacao: value === 'nenhuma' ? null : Number(value) })}
    />
  );
}

interface ChoiceProps {
  label: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, options, onChange }: ChoiceProps) {
  const [value, setValue] = useState('');
  return (
    <TextField
      select
      required
      autoFocus
      fullWidth
      label={label}
      value={value}
      onChange={(event) => {
        setValue(event.target.value);
        onChange(event.target.value);
      }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
