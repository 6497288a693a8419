import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const GoalsPage = lazyScreen(() => import('./GoalsPage.tsx'), 'GoalsPage');
