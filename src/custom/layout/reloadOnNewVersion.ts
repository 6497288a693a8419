import { hasUnsaved } from '../session/unsaved.ts';

const KEY = 'recarregado';
const ONCE_IN_MS = 60_000;

/**
 * After an update of the server the screens that this page has not loaded yet are gone under their old names. The
 * page is loaded anew, once, unless something unsaved is open: then the crash screen offers it.
 */
export function reloadOnNewVersion() {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (hasUnsaved() || Date.now() - last < ONCE_IN_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}
