import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const AutomationList = lazyScreen(() => import('./AutomationList.tsx'), 'AutomationList');
export const AutomationPage = lazyScreen(() => import('./AutomationPage.tsx'), 'AutomationPage');
