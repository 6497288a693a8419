import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const AgendaImportPage = lazyScreen(() => import('./AgendaImportPage.tsx'), 'AgendaImportPage');
