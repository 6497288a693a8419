import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const GoalsPage = lazyScreen(() => import('./GoalsPage.tsx'), 'GoalsPage');
