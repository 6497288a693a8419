import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import { currentLoad } from '../../dataProvider/session.ts';

const ofTheirOwn = ticketStatus.map((row) => ({ ...row, label: row.ownLabel ?? row.label }));

/** The catalogue in the words of who looks: an end consumer is the customer that is waited for. */
export const shownStatus = () =>
  currentLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL' ? ofTheirOwn : ticketStatus;
