import { useEffect } from 'react';
import type { DraftSaver } from './draftSaver.ts';

/** Saves at once what waits when the page is hidden or left, or the network is back. */
export function useFlushes(saver: () => DraftSaver) {
  useEffect(() => {
    const flush = () => saver().flush();
    const onHide = () => document.visibilityState === 'hidden' && flush();
    window.addEventListener('online', flush);
    // A reload says this one first; what is sent once the page is hidden is often lost with it, kept alive or not.
    window.addEventListener('beforeunload', flush);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('online', flush);
      window.removeEventListener('beforeunload', flush);
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [saver]);
}
