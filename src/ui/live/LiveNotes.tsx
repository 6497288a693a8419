import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { platformRoutes } from '#contract/config/platform.ts';
import { formatFileSize } from '#contract/rules/files.ts';
import { useRoute } from '#data/useRoute.ts';
import { useOnline } from '../shell/states/OfflineStrip.tsx';
import { useCan } from '../shell/usePerson.ts';
import { live } from './live.ts';

const REPEAT_INTERVAL = 10 * 60 * 1000;

/** Warns administrators in time that the server's disk is filling up. It appears again on each page load. */
export function DiskSpaceAlert() {
  const { can } = useCan();
  const [closed, setClosed] = useState('');
  const { data } = useRoute(
    platformRoutes.space,
    {},
    {
      enabled: can('CONFIGURACAO'),
      refetchInterval: REPEAT_INTERVAL,
      staleTime: REPEAT_INTERVAL,
      retry: false,
    },
  );
  const space = data?.data;
  if (!space || space.situacao === 'OK' || closed === space.situacao) return null;
  const full = space.situacao === 'CHEIO';
  return (
    <Alert
      severity={full ? 'error' : 'warning'}
      variant="standard"
      onClose={full ? undefined : () => setClosed(space.situacao)}
      closeText="Fechar aviso"
      sx={({ zIndex }) => ({
        position: 'fixed',
        bottom: 16,
        left: { xs: 16, sm: 'auto' },
        right: 16,
        maxWidth: { sm: 440 },
        zIndex: zIndex.snackbar,
        boxShadow: 6,
      })}
    >
      {full
        ? 'O servidor está sem espaço em disco: nada mais é gravado. Libere espaço na pasta de dados (DATA_DIR).'
        : `Restam ${formatFileSize(space.livre ?? 0)} no disco do servidor. Libere espaço na pasta de dados (DATA_DIR) antes que ele acabe.`}
    </Alert>
  );
}

/** A console that hands over to another is back before this. */
const LOSS_TOLERANCE_MS = 700;
/** Until then the loss is the news; afterwards the age of what is shown. */
const AGE_FROM_MS = 20_000;
const CHECK_INTERVAL_MS = 10_000;

/**
 * While the live connection is lost: that the server does not answer, at once, and later how old the page is ('Atualizado há
 * 3 min'). A loss of the network already has its own strip.
 */
export function StaleNote() {
  const { status, freshAt } = useLiveState();
  const online = useOnline();
  const client = useQueryClient();
  const [renewedAt, setRenewedAt] = useState(0);
  const lost = status === 'lost';
  const age = useAge(Math.max(freshAt, renewedAt), lost);
  if (!lost || !online || age < LOSS_TOLERANCE_MS) return null;
  const renew = async () => {
    await client.invalidateQueries();
    setRenewedAt(Date.now());
  };
  return (
    <Paper
      role="status"
      elevation={3}
      sx={(t) => ({
        position: 'fixed',
        bottom: 16,
        left: '50%',
        transform: 'translateX(-50%)',
        zIndex: 'snackbar',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pl: 4,
        pr: 2,
        py: 1,
        maxWidth: 'calc(100% - 32px)',
        fontSize: '0.8125rem',
        border: `1px solid ${t.vars.palette.components.linha}`,
      })}
    >
      {age < AGE_FROM_MS ? 'O servidor não responde. Tentando de novo…' : ageText(age)}
      <Button size="small" onClick={renew}>
        Atualizar
      </Button>
    </Paper>
  );
}

/** Milliseconds since `since`, updated periodically while needed. */
function useAge(since: number, watched: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!watched) return;
    setNow(Date.now());
    const soon = setTimeout(() => setNow(Date.now()), LOSS_TOLERANCE_MS);
    const timer = setInterval(() => setNow(Date.now()), CHECK_INTERVAL_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [watched]);
  return Math.max(0, now - since);
}

export function ageText(age: number): string {
  const minutes = Math.floor(age / 60_000);
  if (minutes < 1) return 'Atualizado há menos de 1 min';
  if (minutes < 60) return `Atualizado há ${minutes} min`;
  return `Atualizado há ${Math.floor(minutes / 60)} h`;
}

const useLiveState = () => useSyncExternalStore(live.watch, live.state);
