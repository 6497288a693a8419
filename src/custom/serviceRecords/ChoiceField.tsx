import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

interface ChoiceFieldProps {
  label: string;
  query: {
    data: readonly { id: number; desc: string }[] | undefined;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  value: number | null;
  error: string | undefined;
  onChange: (value: number | null) => void;
  required?: boolean;
  autoFocus?: boolean;
  /** What stands for no choice; without it one must be made. */
  none?: string;
}

/** One of a list that the server keeps; a list that did not come can be asked for again. */
export function ChoiceField({ query, value, error, onChange, none, ...field }: ChoiceFieldProps) {
  const options = query.data ?? [];
  if (query.error && !query.data)
    return (
      <div role="alert">
        Não foi possível carregar {field.label.toLowerCase()}.{' '}
        <Button size="small" onClick={() => void query.refetch()}>
          Tentar novamente
        </Button>
      </div>
    );
  return (
    <TextField
      select
      {...field}
      value={options.some(({ id }) => id === value) ? `${value}` : ''}
      onChange={(event) => onChange(Number(event.target.value) || null)}
      error={Boolean(error)}
      helperText={error}
    >
      {none !== undefined && <MenuItem value="">{none}</MenuItem>}
      {options.map(({ id, desc }) => (
        <MenuItem key={id} value={`${id}`}>
          {desc}
        </MenuItem>
      ))}
    </TextField>
  );
}
