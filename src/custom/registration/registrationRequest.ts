import type { Area } from '../../../contract/route.ts';
import type { RegistrationData } from './state/registrationDraft.ts';

/** A registration requested by a screen. */
export interface RegistrationRequest {
  /** The step-by-step wizard, or the short form of a first contact. */
  form: 'STEPS' | 'SHORT';
  /** Which area's rules apply: those of the service area or of the call center. */
  area: Area;
  /** The prospect to be completed as a customer. */
  idCli?: number | undefined;
  /** The ticket whose customer is to be completed. */
  idTicket?: number | undefined;
  /** Data already known, in the form's shape. */
  known?: RegistrationData | undefined;
  /** Receives the registered customer once the person has closed the confirmation. */
  onDone?: ((id: number) => void) | undefined;
}

let current: { id: number; request: RegistrationRequest } | null = null;
let count = 0;
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** Opens the dialog, unless one is already open. */
export function openRegistration(request: RegistrationRequest): void {
  if (current) return;
  count += 1;
  current = { id: count, request };
  notify();
}

/** Called after the dialog has been removed from the page. */
export function registrationGone(): void {
  current = null;
  notify();
}

export const currentRegistration = () => current;

export function onRegistration(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
