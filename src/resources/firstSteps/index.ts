import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const FirstStepsPage = lazyScreen(() => import('./FirstStepsPage.tsx'), 'FirstStepsPage');
