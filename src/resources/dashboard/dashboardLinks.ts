import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import { ticketListPath } from '../../custom/console/screens.ts';

/** What the dashboards are narrowed to, as the list's filters have it. */
export interface Narrowing {
  filial?: string[];
  tipo?: string[];
}

const OPEN = ticketStatus.filter(({ closed }) => !closed).map(({ value }) => value);

/** The open tickets with this in common. */
export const openPath = (narrowing: Narrowing, filter: Readonly<Record<string, unknown>> = {}): string =>
  ticketListPath({ ...narrowing, ...filter, status: OPEN });

export const latePath = (narrowing: Narrowing, filter: Readonly<Record<string, unknown>> = {}): string =>
  ticketListPath({ ...narrowing, ...filter, prazo: 'ATRASADO' });

export const soonPath = (narrowing: Narrowing): string => ticketListPath({ ...narrowing, prazo: 'VENCENDO' });

/** Whatever was opened on these days. */
export const createdPath = (narrowing: Narrowing, dtIni: string, dtFim: string): string =>
  ticketListPath({ ...narrowing, dtIni, dtFim });
