import useMediaQuery from '@mui/material/useMediaQuery';
import { useSyncExternalStore } from 'react';

/** A window as narrow as a phone's, in a style. */
export const PHONE = '@media (max-width:599.95px)';

/** A window as low as a laptop's at 400 % zoom, in a style: what else stays in view scrolls with the page, which needs the room. */
export const LOW = '@media (max-height:400px)';

/** Known at the first drawing, because a page that is drawn for a desktop first would jump. */
const useWindow = (query: string): boolean => useMediaQuery(query, { noSsr: true });

/** Lists are cards and dialogs fill the window. */
export const useIsPhone = (): boolean => useWindow(PHONE);

/** Also on a tablet held upright: there is no room beside the page. */
export const useIsNarrow = (): boolean => useWindow('(max-width:899.95px)');

/** Whether the window has at least this many pixels, for what stands beside something else. */
export const useIsWide = (pixels: number): boolean => useWindow(`(min-width:${pixels}px)`);

/** Whether fingers point here, for which a keyboard's hints are of no use. */
export const useHasTouch = (): boolean => useWindow('(pointer: coarse)');

/** Whether the page is being printed. MUI's hook warns of this query, for styles; here it decides what is on the paper. */
export const useIsPrinted = (): boolean => useSyncExternalStore(watchPrint, isPrinted);

const isPrinted = () => window.matchMedia('print').matches === true;

function watchPrint(onChange: () => void) {
  const query = window.matchMedia('print');
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
