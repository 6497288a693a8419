import { noteOf } from '../../sac/customers/customerRegistration.ts';
import type { CustomerRow } from '../../sac/customers/queries.ts';

/** What was written down about a customer, by where it stands; what is empty is left out. */
export const customerNotes = (row: CustomerRow): { tipo: string; texto: string }[] =>
  [
    { tipo: 'Cadastro', texto: noteOf(row.registration) },
    { tipo: 'Classificação', texto: row.classificationNote },
    { tipo: 'Logística', texto: row.logisticsNote },
    { tipo: 'Bloqueio', texto: row.blocked ? row.blockReason : '' },
  ].filter(({ texto }) => texto.trim() !== '');
