import { ticketExportRoutes } from '../../../../contract/sac/ticketExport.ts';
import { implement } from '../../../implement.ts';
import { exportTickets } from './exportTickets.ts';

export const ticketExportImplementation = implement(ticketExportRoutes, { file: exportTickets });
