import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { ProviderButton } from './provider/ProviderButton.tsx';

interface OtherWaysProps {
  provider: string | undefined;
  onSignedIn: () => void;
}

/** Below the CPF and password form: a passkey of this device, and the company's identity provider. */
export function OtherWays({ provider, onSignedIn }: OtherWaysProps) {
  return (
    <>
      <Divider sx={{ my: 4 }}>ou</Divider>
      <Stack spacing={3}>
        {'PublicKeyCredential' in globalThis && <KeyButton onSignedIn={onSignedIn} />}
        {provider && <ProviderButton label={`Entrar com ${provider}`} />}
      </Stack>
    </>
  );
}

function KeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const go = async () => {
    setBusy(true);
    setFailure('');
    try {
      await (await import('./passkeys/device.ts')).signInByKey();
      onSignedIn();
    } catch (refused) {
      setFailure(errorText(refused));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failure && <Alert severity="error">{failure}</Alert>}
      <Button variant="outlined" size="large" fullWidth loading={busy} onClick={go}>
        Usar chave de acesso
      </Button>
    </>
  );
}
