import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const AgendaImportPage = lazyScreen(() => import('./AgendaImportPage.tsx'), 'AgendaImportPage');
