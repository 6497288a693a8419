import { useLayoutEffect, useRef } from 'react';

/** Does something once what was changed is drawn, before another key can come: so focus stays on what it moved. */
export function useOnceDrawn(): (act: () => void) => void {
  const next = useRef<(() => void) | undefined>(undefined);
  useLayoutEffect(() => {
    next.current?.();
    next.current = undefined;
  });
  return (act) => {
    next.current = act;
  };
}
