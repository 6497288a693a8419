import Close from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { FirstAct } from '#contract/sac/reports/homePages.ts';
import { sessionRoutes } from '#contract/session/session.ts';
import { call } from '#data/call.ts';
import { currentInitialLoad, storeForPerson } from '#data/session.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';

const KEY = 'demonstracao.sugestaoDispensada';

const isDismissed = (): boolean =>
  localStorage.getItem(KEY) !== null || currentInitialLoad()?.preferencias[KEY] === true;

/** What the demonstration suggests to begin with, until it is done or the person sets it aside, which holds on every device. */
export function FirstActCard({ act: { titulo, detalhe, caminho } }: { act: FirstAct }) {
  const [dismissed, setDismissed] = useState(isDismissed);
  if (dismissed) return null;
  const dismiss = () => {
    setDismissed(true);
    storeForPerson(localStorage, KEY, 'true');
    call(sessionRoutes.preferences, { body: { [KEY]: true } }).catch(() => {
      // If the server is unreachable, the browser still knows.
    });
  };
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 4 }}
      action={
        <>
          <Button component={Link} to={caminho} color="inherit">
            Abrir
          </Button>
          <IconButton size="small" color="inherit" aria-label="Dispensar a sugestão" onClick={dismiss}>
            <Close fontSize="inherit" />
          </IconButton>
        </>
      }
    >
      Comece por aqui: {titulo[0]?.toLowerCase()}
      {titulo.slice(1)}.<br />
      <SecondaryText>{detalhe}</SecondaryText>
    </Alert>
  );
}
