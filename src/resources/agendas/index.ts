import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const AgendaList = lazyScreen(() => import('./AgendaList.tsx'), 'AgendaList');
