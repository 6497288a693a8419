import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { PASSWORD_BOUNDS } from '#contract/rules/person.ts';
import { type SecondFactor, secondFactorRoutes } from '#contract/session/secondFactor.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { EnrolSteps, RecoveryCodes } from '../session/secondFactor/EnrolSteps.tsx';

type Open = 'enrol' | 'enrolled' | 'disable' | { codes: string[] } | null;

/** Two-factor sign-in: turning it on and off, and renewing the recovery codes. */
export function SecondFactorSection() {
  const { data, error, isPending, refetch } = useRoute(secondFactorRoutes.state, {});
  const [open, setOpen] = useState<Open>(null);
  const close = () => {
    setOpen(null);
    void refetch();
  };
  return (
    <Box component="section" aria-labelledby="segundo-fator" sx={{ mt: 8, maxWidth: 560 }}>
      <Typography id="segundo-fator" variant="h2" sx={{ mb: 1 }}>
        Verificação em duas etapas
      </Typography>
      {isPending && <Skeleton data-grows variant="rounded" height={96} sx={{ mt: 3 }} />}
      <Failure answer={{ data, error, refetch }} />
      {data && (data.ativo ? <On factor={data} onOpen={setOpen} /> : <Off onOpen={setOpen} />)}
      {(open === 'enrol' || open === 'enrolled') && (
        <FactorDialog title="Ativar a verificação em duas etapas" onClose={open === 'enrol' ? close : null}>
          <EnrolSteps onEnrolled={() => setOpen('enrolled')} onDone={close} />
        </FactorDialog>
      )}
      {open === 'disable' && (
        <FactorDialog title="Desativar a verificação em duas etapas" onClose={close}>
          <DisableForm onDone={close} demanded={data?.exigido ?? false} />
        </FactorDialog>
      )}
      {open && typeof open === 'object' && (
        <FactorDialog title="Códigos de recuperação novos" onClose={null}>
          <RecoveryCodes codes={open.codes} onDone={close} />
        </FactorDialog>
      )}
    </Box>
  );
}

const Off = ({ onOpen }: { onOpen: (open: Open) => void }) => (
  <>
    <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
      Além da senha, o console pede um código que só o seu celular mostra. Quem descobrir a senha não entra.
    </Typography>
    <Button variant="outlined" sx={{ mt: 3 }} onClick={() => onOpen('enrol')}>
      Ativar
    </Button>
  </>
);

/** At this number of remaining codes or fewer, the page suggests generating new ones. */
const FEW_CODES = 3;

function On({ factor, onOpen }: { factor: SecondFactor; onOpen: (open: Open) => void }) {
  const notify = useNotify();
  const { desde, codigosRestantes } = factor;
  const renew = useRouteCommand(secondFactorRoutes.renewCodes, {
    onSuccess: ({ codigos }) => onOpen({ codes: codigos }),
    onError: (failure) => notify(errorText(failure), { type: 'error' }),
  });
  return (
    <Stack spacing={3} sx={{ mt: 2 }}>
      <Typography component="div" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Tag tone="success">Ativada</Tag>
        {desde && <RelativeDate value={desde} />}
        <span>
          {formatCount(codigosRestantes, 'código de recuperação por usar', 'códigos de recuperação por usar')}
        </span>
      </Typography>
      {codigosRestantes <= FEW_CODES && (
        <Alert severity="warning">
          Restam poucos códigos de recuperação. Faça novos antes que acabem: sem celular e sem códigos, só um
          administrador abre a sua conta.
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button variant="outlined" loading={renew.isPending} onClick={() => renew.mutate({})}>
          Fazer novos códigos
        </Button>
        <Button variant="outlined" color="error" onClick={() => onOpen('disable')}>
          Desativar
        </Button>
      </Box>
    </Stack>
  );
}

interface FactorDialogProps {
  title: string;
  /** Null while recovery codes are shown: they are displayed only once, so a stray key must not close the dialog. */
  onClose: (() => void) | null;
  children: React.ReactNode;
}

const FactorDialog = ({ title, onClose, children }: FactorDialogProps) => (
  <DialogFrame open fullWidth maxWidth="xs" aria-labelledby="factor-dialog" onClose={onClose ?? (() => {})}>
    <DialogTitle id="factor-dialog">{title}</DialogTitle>
    <DialogContent>
      {children}
      {onClose && (
        <CloseButton fullWidth sx={{ mt: 2 }}>
          Fechar
        </CloseButton>
      )}
    </DialogContent>
  </DialogFrame>
);

/** Asks for both the password and a code, since someone who finds the browser open has neither. */
function DisableForm({ onDone, demanded }: { onDone: () => void; demanded: boolean }) {
  const notify = useNotify();
  const [fields, setFields] = useState({ senha: '', codigo: '' });
  const disable = useRouteCommand(secondFactorRoutes.disable, {
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' });
      onDone();
    },
  });
  const errors = disable.error?.fields ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!disable.isPending) disable.mutate({ body: fields });
  };
  const input = (name: 'senha' | 'codigo') => ({
    name,
    required: true,
    fullWidth: true,
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
    error: Boolean(errors[name]),
    helperText: errors[name],
  });
  return (
    <Stack component="form" noValidate spacing={4} onSubmit={submit}>
      {demanded && (
        <Alert severity="info">
          O seu perfil exige a verificação: logo depois de desativar, o console pede que você a ative de novo.
          Serve para trocar de celular.
        </Alert>
      )}
      {disable.error && !errors.senha && !errors.codigo && (
        <Alert severity="error">{disable.error.message}</Alert>
      )}
      <TextField
        {...input('senha')}
        type="password"
        label="Sua senha"
        autoFocus
        slotProps={{ htmlInput: { autoComplete: 'current-password', maxLength: PASSWORD_BOUNDS.maximo } }}
      />
      <TextField
        {...input('codigo')}
        label="Código do aplicativo ou de recuperação"
        slotProps={{ htmlInput: { autoComplete: 'one-time-code', maxLength: 30, spellCheck: false } }}
      />
      <Button
        type="submit"
        variant="contained"
        color="error"
        loading={disable.isPending}
        disabled={!fields.senha || !fields.codigo}
      >
        Desativar
      </Button>
    </Stack>
  );
}
