import { useEffect } from 'react';
import type { DraftSaver } from './draftSaver.ts';

/** Saves at once what waits when the page is hidden or left, or the network is back. */
export function useFlushes(saver: () => DraftSaver) {
  useEffect(() => {
    const flush = () => saver().flush();
    const onHide = () => document.visibilityState === 'hidden' && flush();
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [saver]);
}
