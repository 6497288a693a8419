import type { Area } from '../../../contract/route.ts';
import type { RegistrationData } from './state/registrationDraft.ts';

/** What a screen wants registered. */
export interface RegistrationRequest {
  /** The steps, or the short form of a first contact. */
  form: 'STEPS' | 'SHORT';
  /** Whose rules hold: those of the service area or of the call-center. */
  area: Area;
  /** The prospect that becomes a whole customer. */
  idCli?: number | undefined;
  /** The ticket whose customer becomes a whole one. */
  idTicket?: number | undefined;
  /** What is known already, as the form holds it. */
  known?: RegistrationData | undefined;
  /** The customer that was registered, once the person has read of it. */
  onDone?: ((id: number) => void) | undefined;
}

let current: { id: number; request: RegistrationRequest } | null = null;
let count = 0;
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** Opens the dialog; one at a time. */
export function openRegistration(request: RegistrationRequest): void {
  if (current) return;
  count += 1;
  current = { id: count, request };
  notify();
}

/** The dialog has gone from the page. */
export function registrationGone(): void {
  current = null;
  notify();
}

export const currentRegistration = () => current;

export function onRegistration(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
