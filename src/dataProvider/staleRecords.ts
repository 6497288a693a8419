type Listener = () => void;

const listeners = new Set<Listener>();

/** Hears of every call that was refused because somebody else was faster: what is on the screen is old. */
export function onStaleRecord(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const recordIsStale = () => {
  for (const listener of listeners) listener();
};
