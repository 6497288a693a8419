import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { secondFactorRoutes } from '#contract/session/secondFactor.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { registerPasskey } from '../passkeys/device.ts';

interface EnrolStepsProps {
  /** Called when the factor is on and its recovery codes are being shown for the only time. */
  onEnrolled?: () => void;
  /** Called once the person has written the codes down. */
  onDone: () => void;
}

/** From the QR code to the recovery codes, inside any dialog. */
export function EnrolSteps({ onEnrolled, onDone }: EnrolStepsProps) {
  const begin = useRouteCommand(secondFactorRoutes.begin);
  const confirm = useRouteCommand(secondFactorRoutes.confirm, { onSuccess: () => onEnrolled?.() });
  const begun = useRef(false);
  const { mutate } = begin;
  useEffect(() => {
    if (!begun.current) mutate({});
    begun.current = true;
  }, [mutate]);
  if (confirm.data) return <RecoveryCodes codes={confirm.data.codigos} onDone={onDone} />;
  if (begin.error) return <Failure answer={{ error: begin.error, refetch: () => mutate({}) }} />;
  if (!begin.data) return <Skeleton variant="rounded" height={360} />;
  const { segredo, endereco } = begin.data;
  return (
    <Stack spacing={4}>
      <Box component="ol" sx={{ m: 0, pl: 5, display: 'grid', gap: 2 }}>
        <li>
          Abra no celular um aplicativo autenticador (Google Authenticator, Microsoft Authenticator,
          1Password…).
        </li>
        <li>Leia o código abaixo com ele, ou digite a chave.</li>
        <li>Informe o número de seis dígitos que ele mostra.</li>
      </Box>
      <QrCode text={endereco} label="QR code para o aplicativo autenticador" />
      <Box>
        <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
          Chave para digitar
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box component="code" sx={{ fontSize: 14, lineHeight: '22px' }}>
            {inGroups(segredo)}
          </Box>
          <CopyButton text={segredo} label="Copiar a chave" />
        </Box>
      </Box>
      <ConfirmCode
        busy={confirm.isPending}
        problem={confirm.error?.message}
        send={(codigo) => confirm.mutate({ body: { codigo } })}
      />
    </Stack>
  );
}

const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ');

interface ConfirmCodeProps {
  busy: boolean;
  problem: string | undefined;
  send: (code: string) => void;
}

function ConfirmCode({ busy, problem, send }: ConfirmCodeProps) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const sixDigits = /^\d{6}$/.test(code.replace(/\s/g, ''));
    setWrong(sixDigits ? '' : 'O código do aplicativo tem seis números.');
    if (sixDigits && !busy) send(code.replace(/\s/g, ''));
  };
  return (
    <Stack component="form" noValidate spacing={3} onSubmit={submit}>
      {!wrong && problem && <Alert severity="error">{problem}</Alert>}
      <TextField
        name="codigo"
        label="Código do aplicativo"
        required
        fullWidth
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={Boolean(wrong || problem)}
        helperText={wrong}
        slotProps={{ htmlInput: { autoComplete: 'one-time-code', maxLength: 10 } }}
      />
      <Button type="submit" variant="contained" loading={busy}>
        Ativar a verificação
      </Button>
    </Stack>
  );
}

/** White cells around the code, which cameras need to detect it. */
const MARGIN = 4;

/** Black on white in dark mode too, since not every camera reads it inverted. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: MARGIN });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Box sx={{ alignSelf: 'center', lineHeight: 0, borderRadius: 1, overflow: 'hidden', bgcolor: '#fff' }}>
      <svg role="img" aria-label={label} width={220} height={220} viewBox={`0 0 ${size} ${size}`}>
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
    </Box>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <Stack spacing={4}>
      <Alert severity="warning">
        Guarde estes códigos agora, fora do celular: eles não são mostrados de novo. Com cada um você entra
        uma vez, se perder o aparelho.
      </Alert>
      <Box
        component="ul"
        aria-label="Códigos de recuperação"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          gap: 2,
        }}
      >
        {codes.map((code) => (
          <Box key={code} component="li">
            <code style={{ fontSize: 15 }}>{code}</code>
          </Box>
        ))}
      </Box>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
        <CopyButton text={codes.join('\n')} label="Copiar os códigos" />
        <Button startIcon={<PrintOutlined />} onClick={() => print(codes)}>
          Imprimir
        </Button>
      </Stack>
      <Button variant="contained" onClick={onDone}>
        Já guardei os códigos
      </Button>
    </Stack>
  );
}

/** Prints only the codes, in a frame of their own that is removed after printing. */
function print(codes: readonly string[]) {
  const frame = document.createElement('iframe');
  frame.title = 'Códigos de recuperação';
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0';
  document.body.append(frame);
  const { contentWindow: sheet, contentDocument: page } = frame;
  if (!sheet || !page) return;
  const title = page.createElement('h1');
  title.textContent = `Códigos de recuperação · ${location.host}`;
  const list = page.createElement('pre');
  list.textContent = codes.join('\n');
  page.body.append(title, list);
  sheet.addEventListener('afterprint', () => frame.remove());
  sheet.print();
}

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
