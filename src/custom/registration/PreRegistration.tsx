import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { registrationRoutes } from '#contract/sac/registration.ts';
import { useRefetch } from '#data/refetch.ts';
import { CloseButton, useDialogClose } from '#ui/components/frame/DialogFrame.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { WizardDialog } from '#ui/components/wizard/WizardFrame.tsx';
import { CustomerLink, RequestTransfer } from './DuplicatesDialog.tsx';
import {
  type Registered,
  RegisteredDialog,
  type RegistrationDialogProps,
  RegistrationHeader,
} from './RegistrationFrame.tsx';
import { textAt } from './state/registrationDraft.ts';
import { NOTHING, type ShortForm, usePreRegistration } from './state/usePreRegistration.ts';

const TITLE_ID = 'pre-cadastro-titulo';

/** The short registration of a first contact (document 001, section 2): six fields. */
export function PreRegistration({ request, open, onClose, onExited }: RegistrationDialogProps) {
  const [registered, setRegistered] = useState<Registered | null>(null);
  const refetch = useRefetch();
  const knownData = request.known ?? {};
  const [first] = useState({
    ...NOTHING,
    doc: textAt(knownData, 'documento'),
    razSoc: textAt(knownData, 'empresa', 'razaoSocial'),
    email: textAt(knownData, 'contatos', 'email'),
    telefone: textAt(knownData, 'contatos', 'telefone1'),
  });
  const session = usePreRegistration(first, (done) => {
    void refetch(registrationRoutes.preRegister);
    setRegistered(done);
  });
  const unsaved = session.touched && !registered;
  return (
    <>
      <WizardDialog
        open={open && !registered}
        titleId={TITLE_ID}
        onClose={onClose}
        onExited={() => !registered && onExited()}
        size="question"
      >
        <Parts session={session} active={unsaved} />
      </WizardDialog>
      <RegisteredDialog registered={registered} onDone={request.onDone} onClose={onExited} />
    </>
  );
}

interface PartsProps {
  session: ReturnType<typeof usePreRegistration>;
  active: boolean;
}

/** Rendered inside the dialog, so that every way of closing it warns about unsaved input. */
function Parts({ session, active }: PartsProps) {
  const close = useDialogClose();
  useUnsaved(active);
  return (
    <>
      <RegistrationHeader titleId={TITLE_ID} title="Pré-cadastrar cliente" onClose={close} />
      <PreRegistrationForm session={session} />
    </>
  );
}

interface PreRegistrationFormProps {
  session: ReturnType<typeof usePreRegistration>;
}

function PreRegistrationForm({ session }: PreRegistrationFormProps) {
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
        <CloseButton>Cancelar</CloseButton>
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
        {...props(
          'doc',
          'CPF ou CNPJ',
          accepted ? 'Pode ser cadastrado.' : 'Se ainda não souber, deixe em branco.',
        )}
        required={false}
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
