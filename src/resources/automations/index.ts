import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const AutomationList = lazyScreen(() => import('./AutomationList.tsx'), 'AutomationList');
export const AutomationPage = lazyScreen(() => import('./AutomationPage.tsx'), 'AutomationPage');
