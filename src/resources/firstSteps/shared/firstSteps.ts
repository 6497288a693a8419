import { lazyScreen } from '#ui/shell/loadLater.tsx';

/** A company is set up only once, so nobody else loads it. */
export const FirstStepsPage = lazyScreen(() => import('../FirstStepsPage.tsx'), 'FirstStepsPage');
