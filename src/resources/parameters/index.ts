import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** What the company decided once; loaded when it is first opened. */
export const ParametersPage = lazyScreen(() => import('./ParametersPage.tsx'), 'ParametersPage');
