import TextField from '@mui/material/TextField';
import { formatCount } from '../../../contract/rules/format.ts';

interface FilterWordProps {
  value: string;
  onChange: (word: string) => void;
  found: number;
}

/** Narrows the tree while one types; how many are left is announced. */
export const FilterWord = ({ value, onChange, found }: FilterWordProps) => (
  <TextField
    type="search"
    label="Buscar permissões"
    placeholder="Nome do módulo ou da ação"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    // Enter in a search must not save the form around it.
    onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && event.preventDefault()}
    helperText={value ? formatCount(found, 'permissão', 'permissões') : ' '}
    slotProps={{ formHelperText: { role: 'status' } }}
    sx={{ width: '100%', maxWidth: { sm: 420 } }}
  />
);
