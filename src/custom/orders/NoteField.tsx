import TextField from '@mui/material/TextField';

interface NoteFieldProps {
  label: string;
  value: string | undefined;
  onChange: (text: string) => void;
}

export const NoteField = ({ label, value, onChange }: NoteFieldProps) => (
  <TextField
    label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value)}
    multiline
    minRows={2}
    fullWidth
    sx={{ mt: 4 }}
    slotProps={{ htmlInput: { maxLength: 500 } }}
  />
);
