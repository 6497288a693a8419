import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const NfeImportPage = lazyScreen(() => import('./NfeImportPage.tsx'), 'NfeImportPage');
