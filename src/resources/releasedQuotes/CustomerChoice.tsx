import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ReleasedCustomer } from '../../../contract/callcenter/quotes.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';

interface CustomerChoiceProps {
  customers: readonly ReleasedCustomer[];
  value: ReleasedCustomer;
  onChange: (id: number) => void;
}

/** Whose quotes are shown, of those who have any. */
export const CustomerChoice = ({ customers, value, onChange }: CustomerChoiceProps) => (
  <Autocomplete
    options={customers}
    value={value}
    disableClearable
    onChange={(_, next) => onChange(next.id)}
    getOptionLabel={nameOf}
    getOptionKey={({ id }) => id}
    isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
    renderInput={(props) => <TextField {...props} label="Cliente" size="small" />}
    renderOption={({ key, ...props }, option) => (
      <li key={key} {...props}>
        <span style={{ flex: 1, minWidth: 0 }}>{nameOf(option)}</span>
        <SecondaryText>{formatCount(option.quantidade, 'orçamento', 'orçamentos')}</SecondaryText>
      </li>
    )}
    noOptionsText="Nenhum cliente com este nome."
    sx={{ width: '100%', maxWidth: 420, my: 2 }}
  />
);

const nameOf = ({ fant, razSoc }: ReleasedCustomer) => fant || razSoc;
