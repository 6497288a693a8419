import { useSyncExternalStore } from 'react';

/** Whether the browser has a network. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
