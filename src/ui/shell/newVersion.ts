import { hasUnsaved } from '../components/frame/unsaved.ts';

const KEY = 'recarregado';
const ONCE_IN_MS = 60_000;

/**
 * After an update of the server the screens that this page has not loaded yet are gone under their old names. The
 * page is loaded anew, once, unless something unsaved is open: then the crash screen offers it. Where the network
 * failed and nothing was updated, the page stays: it is all that somebody offline has.
 */
export function reloadOnNewVersion(reload = () => location.reload()) {
  addEventListener('vite:preloadError', async () => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < ONCE_IN_MS || !(await isOutdated()) || hasUnsaved()) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    reload();
  });
}

/** Whether the server answers with a page that begins with another script than this one did. */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok && entry != null && !(await answer.text()).includes(entry);
  } catch {
    return false;
  }
}

/** The offline page of the built console. A failure is only logged (document 002 section 8). */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.error(error));
}
