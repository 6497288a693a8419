import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../ui/shell/states/StateMessage.tsx';
import { registerPasskey } from './device.ts';

/**
 * Names the device and has it create a passkey; passes on the recovery codes if this is the account's first second factor.
 */
export function MakePasskeyForm({ onMade }: { onMade: (codes: string[]) => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (!name.trim()) return setProblem('Dê um nome ao aparelho.');
    setBusy(true);
    setProblem('');
    try {
      onMade(await registerPasskey(name.trim()));
    } catch (failure) {
      setProblem(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack component="form" noValidate spacing={4} onSubmit={submit}>
      <Typography>O seu aparelho pergunta em seguida quem você é. A chave nunca sai dele.</Typography>
      {problem && <Alert severity="error">{problem}</Alert>}
      <TextField
        name="nome"
        label="Nome do aparelho"
        placeholder="Notebook do trabalho"
        required
        fullWidth
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <Button type="submit" variant="contained" fullWidth loading={busy}>
        Continuar
      </Button>
    </Stack>
  );
}
