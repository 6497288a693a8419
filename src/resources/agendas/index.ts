import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const AgendaList = lazyScreen(() => import('./AgendaList.tsx'), 'AgendaList');
