import { useEffect } from 'react';

/** Stands in the panel, shows nothing: who leaves with a conversation under way may be asked to register it. */
export function PanelWatch({ idCli }: { idCli: number }) {
  useEffect(() => panelShows(idCli), [idCli]);
  return null;
}

/** The panel of a customer was left: whoever asks for a registration listens here. */
type Listener = (idCli: number) => void;

const listeners = new Set<Listener>();
let shown: number | null = null;
let left: ReturnType<typeof setTimeout> | undefined;

export const onPanelLeft = (listener: Listener) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Told by the panel while it shows a customer. A tab that changes draws the panel anew: that is not leaving. */
function panelShows(idCli: number): () => void {
  if (shown === idCli) clearTimeout(left);
  shown = idCli;
  return () => {
    left = setTimeout(() => {
      shown = null;
      for (const listener of listeners) listener(idCli);
    });
  };
}
