import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { EnrolSteps, MakePasskeyForm, RecoveryCodes } from '../secondFactor/EnrolSteps.tsx';

type Way = 'app' | 'passkey';

const OTHER_WAY: Record<Way, string> = {
  app: 'Usar o dedo, o rosto ou o PIN deste aparelho',
  passkey: 'Usar um aplicativo no celular',
};

/** A person whose role requires a second factor must set it up before anything else, over whatever page triggered it. */
export function EnrolDialog({ onSettled }: { onSettled: (enrolled: boolean) => void }) {
  const [way, setWay] = useState<Way>('app');
  /** The recovery codes of a passkey enrolment; those of the app are shown by its own steps. */
  const [codes, setCodes] = useState<string[]>([]);
  const [enrolled, setEnrolled] = useState(false);
  const done = () => onSettled(true);
  const finishEnrolment = (recovery: string[]) => {
    if (recovery.length === 0) return done();
    setEnrolled(true);
    setCodes(recovery);
  };
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="enrol-now">
      <DialogTitle id="enrol-now">Ative a verificação em duas etapas</DialogTitle>
      <DialogContent>
        {!enrolled && (
          <Typography sx={{ mb: 4 }}>
            O seu perfil exige mais do que a senha: um código do celular ou uma chave de acesso deste
            aparelho. Leva um minuto, e só depois o console abre.
          </Typography>
        )}
        {codes.length > 0 ? (
          <RecoveryCodes codes={codes} onDone={done} />
        ) : way === 'app' ? (
          <EnrolSteps onEnrolled={() => setEnrolled(true)} onDone={done} />
        ) : (
          <MakePasskeyForm onMade={finishEnrolment} />
        )}
        {/* The recovery codes are shown only once, so nothing else must lead away from them. */}
        {!enrolled && (
          <Stack spacing={1} sx={{ mt: 2 }}>
            {'PublicKeyCredential' in globalThis && (
              <Button fullWidth onClick={() => setWay(way === 'app' ? 'passkey' : 'app')}>
                {OTHER_WAY[way]}
              </Button>
            )}
            <Button fullWidth onClick={() => onSettled(false)}>
              Sair
            </Button>
          </Stack>
        )}
      </DialogContent>
    </Dialog>
  );
}
