/** How a supervised main process is started: it waits for the pages, and ends when its supervisor does. */
export const SUPERVISED = '--supervisionado';

/** What the two processes say to each other besides the pulses. */
export interface FromMain {
  kind: 'ready';
}
export interface ToMain {
  kind: 'pages';
}

/** Tells the supervisor, if there is one, that the console answers. */
export function tellReady(): void {
  if (process.connected) process.send?.({ kind: 'ready' } satisfies FromMain, () => {});
}

/** Resolves once the supervisor says that the pages are built. `stop` is called when it is gone. */
export function followSupervisor(stop: () => void): Promise<void> {
  process.once('disconnect', stop);
  return new Promise((resolve) => {
    process.on('message', ({ kind }: ToMain) => kind === 'pages' && resolve());
  });
}
