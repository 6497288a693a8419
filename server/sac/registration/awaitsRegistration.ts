import type { CustomerRow } from '../customers/queries.ts';

type Known = Pick<CustomerRow, 'prospect' | 'simulation' | 'registration' | 'address'>;

/**
 * Whose registration may still be completed from a ticket: first contacts, simulations, and the consumers of tickets,
 * whose record holds a name and how to reach them until somebody registers the rest.
 */
export const awaitsRegistration = ({ prospect, simulation, registration, address }: Known): boolean =>
  prospect || simulation || (Object.keys(registration).length === 0 && Object.keys(address).length === 0);
