import { useEffect } from 'react';

/** Rendered in the panel, without output: a person who leaves with a conversation in progress may be asked to register it. */
export function PanelWatch({ idCli }: { idCli: number }) {
  useEffect(() => trackShownPanel(idCli), [idCli]);
  return null;
}

/** Called when a customer's panel was left, so that the registration can be requested. */
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

/** Called by the panel while it shows a customer. Changing tabs remounts the panel, which does not count as leaving. */
function trackShownPanel(idCli: number): () => void {
  if (shown === idCli) clearTimeout(left);
  shown = idCli;
  return () => {
    left = setTimeout(() => {
      shown = null;
      for (const listener of listeners) listener(idCli);
    });
  };
}
