import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useState } from 'react';

/** Widths in px (document 002 section 9). */
export const DRAWER_OPEN = 280;
export const DRAWER_COLLAPSED = 73;

const STORAGE_KEY = 'balcao.menu';

/**
 * The drawer's state. On a desktop it is beside the page, open by default and remembered in the browser; on a phone it is
 * over the page, closed by default and never remembered.
 */
export function useDrawer() {
  const mobile = useMediaQuery('(max-width: 899.95px)', { noSsr: true });
  const [pinned, setPinned] = useState(readPinned);
  const [over, setOver] = useState(false);

  const toggle = useCallback(() => {
    if (mobile) return setOver((open) => !open);
    setPinned((open) => {
      writePinned(!open);
      return !open;
    });
  }, [mobile]);
  const close = useCallback(() => setOver(false), []);

  return { mobile, open: mobile ? over : pinned, toggle, close };
}

function readPinned(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'recolhido';
  } catch {
    return true;
  }
}

/** If the browser refuses storage, the choice is simply not remembered. */
function writePinned(open: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, open ? 'aberto' : 'recolhido');
  } catch {}
}
