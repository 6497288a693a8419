import { worksForCompany } from '#contract/catalogs/personType.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { currentInitialLoad } from '#data/session.ts';

export const isStaff = () => currentInitialLoad()?.colaborador.tipo !== 'CONSUMIDOR_FINAL';

/** Whether the person reads what the company writes for itself. */
export function isOfCompany(): boolean {
  const person = currentInitialLoad()?.colaborador;
  return person !== undefined && worksForCompany(person.tipo);
}

const ofTheirOwn = ticketStatus.map((row) => ({
  ...row,
  get label() {
    return row.ownLabel ?? row.label;
  },
}));

/** The status catalogue worded for the viewer: to end consumers, "waiting for the customer" means themselves. */
export const shownStatus = () =>
  currentInitialLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL' ? ofTheirOwn : ticketStatus;
