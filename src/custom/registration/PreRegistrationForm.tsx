import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { FormEvent } from 'react';
import { MaskedField } from '../../ui/components/inputs/MaskedField.tsx';
import { CustomerLink, RequestTransfer } from './DuplicatesDialog.tsx';
import type { ShortForm, usePreRegistration } from './state/usePreRegistration.ts';

interface PreRegistrationFormProps {
  session: ReturnType<typeof usePreRegistration>;
  onCancel: () => void;
}

export function PreRegistrationForm({ session, onCancel }: PreRegistrationFormProps) {
  const { failure, refusal, busy, ready, why, save } = session;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) void save();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogContent>
        <Typography color="text.secondary" sx={{ mb: 4 }}>
          Só o essencial de um primeiro contato. O cadastro é completado depois.
        </Typography>
        <Fields session={session} />
        {refusal && (
          <Alert
            severity="error"
            sx={{ mt: 4 }}
            action={refusal.transfer && <RequestTransfer documento={refusal.doc} />}
          >
            {refusal.error} {refusal.idCli && <CustomerLink id={refusal.idCli} />}
          </Alert>
        )}
        {failure && (
          <Alert severity="error" sx={{ mt: 4, whiteSpace: 'pre-line' }}>
            {failure}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Box
          id="pre-cadastro-falta"
          role="status"
          sx={{ flex: '1 1 160px', fontSize: 13, color: 'text.secondary', px: 2 }}
        >
          {busy === 'checking' ? 'Conferindo o documento…' : why}
        </Box>
        <Button color="inherit" onClick={onCancel}>
          Cancelar
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={!ready}
          loading={busy === 'saving'}
          aria-describedby="pre-cadastro-falta"
        >
          Pré-cadastrar
        </Button>
      </DialogActions>
    </Box>
  );
}

const LENGTHS: Partial<Record<keyof ShortForm, number>> = {
  razSoc: 100,
  fant: 100,
  nomeContato: 50,
  email: 50,
};

function Fields({ session }: { session: PreRegistrationFormProps['session'] }) {
  const { form, set, leave, textOf, accepted } = session;
  const props = (key: keyof ShortForm, label: string, help?: string) => ({
    label,
    name: key,
    required: true,
    value: form[key],
    onBlur: () => leave(key),
    error: Boolean(textOf(key)),
    helperText: textOf(key) ?? help,
  });
  const text = (key: keyof ShortForm, label: string, lower = false) => (
    <TextField
      {...props(key, label)}
      onChange={({ target }) => set(key, lower ? target.value.toLowerCase() : target.value)}
      slotProps={{ htmlInput: { maxLength: LENGTHS[key], ...(lower && { inputMode: 'email' }) } }}
    />
  );
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
      <MaskedField
        kind="cpfCnpj"
        {...props('doc', 'CPF ou CNPJ', accepted ? 'Pode ser cadastrado.' : undefined)}
        onChange={(plain) => set('doc', plain)}
        autoFocus
      />
      {text('razSoc', 'Razão social ou nome')}
      {text('fant', 'Nome fantasia')}
      {text('nomeContato', 'Nome do contato')}
      {text('email', 'E-mail', true)}
      <MaskedField
        kind="phone"
        {...props('telefone', 'Telefone')}
        onChange={(plain) => set('telefone', plain)}
      />
    </Box>
  );
}
