import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import { oidcRoutes } from '../../../../contract/session/oidc.ts';
import { call } from '../../../dataProvider/call.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { pageExit } from '../../../dataProvider/leave.ts';
import { askInWindow, type ProviderRoute } from './providerWindow.ts';

interface ProviderButtonProps {
  /** 'Entrar com Conta da empresa'. */
  label: string;
  /** In a window of its own, where the page must stay; else this page goes. */
  inWindow?: { way: ProviderRoute; onDone: () => void | Promise<void> };
}

/** The way to the company's provider: it says when it is slow or away, and can be pressed again. */
export function ProviderButton({ label, inWindow }: ProviderButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const go = async () => {
    leaving.current?.abort();
    leaving.current = new AbortController();
    setFailure('');
    setBusy(!inWindow);
    try {
      if (!inWindow) return pageExit.leave((await call(oidcRoutes.begin, {})).endereco);
      await askInWindow(inWindow.way, leaving.current.signal);
      await inWindow.onDone();
    } catch (refused) {
      setBusy(false);
      setFailure(refused instanceof CallFailure ? refused.message : 'Ocorreu um erro desconhecido!');
    }
  };
  return (
    <Stack spacing={3}>
      {failure && <Alert severity="error">{failure}</Alert>}
      <Button variant="outlined" size="large" fullWidth loading={busy} onClick={go}>
        {label}
      </Button>
    </Stack>
  );
}
