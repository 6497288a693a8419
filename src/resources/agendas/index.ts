/** Sales contacts to make: the list and calendar, their import from a file, and how many each person can take. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const agendas = {
  name: 'agendas',
  list: lazyScreen(() => import('./AgendaList.tsx'), 'AgendaList'),
};

export const CapacityPage = lazyScreen(() => import('./capacity/CapacityPage.tsx'), 'CapacityPage');
export const AgendaImportPage = lazyScreen(() => import('./AgendaImportPage.tsx'), 'AgendaImportPage');
