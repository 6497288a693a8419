import SystemUpdateOutlined from '@mui/icons-material/SystemUpdateAltOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { hasUnsaved } from '../components/frame/unsaved.ts';
import { StateMessage } from './states/StateMessage.tsx';

interface MissingPartProps {
  /** Whether the console was updated since the page was loaded, so that its old parts no longer exist. */
  outdated: boolean;
  /** Tries again, and answers whether the part is there now. */
  onRetry: () => Promise<boolean>;
}

/**
 * Takes the place of a part of the console that could not be loaded. What surrounds it stays, so that nothing typed is lost
 * before the person decides to load the page again.
 */
export function MissingPart({ outdated: before, onRetry }: MissingPartProps) {
  const [outdated, setOutdated] = useState(before);
  const [trying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    if (await onRetry()) return;
    setOutdated(await isOutdated());
    setTrying(false);
  };
  return (
    <StateMessage
      role="alert"
      icon={<SystemUpdateOutlined />}
      title={outdated ? 'O console foi atualizado' : 'Esta parte da tela não carregou'}
      text={
        outdated
          ? 'Esta página é de antes da atualização. Salve o que estiver aberto e carregue a página de novo.'
          : 'Verifique a conexão e tente de novo. O resto da página continua como está.'
      }
      actions={
        outdated ? (
          <Button variant="contained" onClick={() => location.reload()}>
            Carregar a página de novo
          </Button>
        ) : (
          <Button variant="contained" onClick={retry} loading={trying}>
            Tentar novamente
          </Button>
        )
      }
    />
  );
}

const KEY = 'recarregado';
const CHECK_INTERVAL_MS = 60_000;

/**
 * After a server update, chunks that this page has not loaded yet no longer exist under their old names. The page is reloaded
 * once, unless there is unsaved input, in which case `MissingPart` offers it. If the network failed and nothing was
 * updated, the page stays, because it is all that an offline user has.
 */
export function reloadOnNewVersion(reload = () => location.reload()) {
  addEventListener('vite:preloadError', async () => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < CHECK_INTERVAL_MS || !(await isOutdated()) || hasUnsaved()) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    reload();
  });
}

/** Whether the server returns a page whose entry script differs from this one's. */
export async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok && entry != null && !(await answer.text()).includes(entry);
  } catch {
    return false;
  }
}

/** Registers the offline page of the built console. A failure is only logged (document 002 section 8). */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.error(error));
}
