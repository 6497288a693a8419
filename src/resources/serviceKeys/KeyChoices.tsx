import Autocomplete from '@mui/material/Autocomplete';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { ServiceKey } from '#contract/config/serviceKeys.ts';
import { field } from '#contract/field.ts';
import { steady } from '#ui/components/steady.tsx';
import { TextField } from '#ui/components/TextField.tsx';

export type Named = { id: number; nome: string };

interface BranchChoiceProps {
  options: readonly Named[];
  value: readonly Named[];
  problem: string | undefined;
  onChange: (chosen: readonly Named[]) => void;
}

export const BranchChoice = steady(({ options, value, problem, onChange }: BranchChoiceProps) => (
  <Autocomplete
    multiple
    options={options}
    value={[...value]}
    getOptionLabel={({ nome }) => nome}
    isOptionEqualToValue={(one, other) => one.id === other.id}
    onChange={(_, chosen) => onChange(chosen.map(({ id, nome }) => ({ id, nome })))}
    renderInput={(input) => (
      <TextField
        {...input}
        label="Só destas filiais"
        error={problem !== undefined}
        helperText={problem ?? 'Sem escolher, de todas.'}
      />
    )}
  />
));

interface PersonalChoiceProps {
  allowed: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export const PersonalChoice = steady(({ allowed, checked, onChange }: PersonalChoiceProps) => (
  <FormControl disabled={!allowed}>
    <FormControlLabel
      label={field(ServiceKey, 'dadosPessoais').label}
      control={<Checkbox checked={checked} onChange={(_, now) => onChange(now)} />}
    />
    <FormHelperText sx={{ mt: 0 }}>
      Sem isto, documentos, telefones, e-mails, endereços e nascimentos chegam mascarados.
    </FormHelperText>
  </FormControl>
));
