import { hasUnsaved } from '../components/frame/unsaved.ts';

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

export const isOutdated = async () => (await servedVersion()) === 'another';

/** Whether the server returns this page or one with another entry script; null without an answer. */
export async function servedVersion(): Promise<'same' | 'another' | null> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    if (!answer.ok) return null;
    return entry != null && !(await answer.text()).includes(entry) ? 'another' : 'same';
  } catch {
    return null;
  }
}

/** Registers the offline page of the built console. A failure is only logged (document 002 section 8). */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.error(error));
}
