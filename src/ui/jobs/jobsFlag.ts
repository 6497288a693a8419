import { storeForPerson } from '#data/session.ts';

const KEY = 'TICKETS.lotes';
const listeners = new Set<() => void>();

/** Whether this browser has been told about long-running jobs of the person; only then is any of that code loaded. */
export const hasJobs = (): boolean => localStorage.getItem(KEY) !== null;

export function setHasJobs(some: boolean): void {
  if (some === hasJobs()) return;
  if (some) storeForPerson(localStorage, KEY, '1');
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

export function onJobsNoted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
