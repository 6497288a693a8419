/** Rules that make agendas for the customers they find. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

const AutomationPage = lazyScreen(() => import('./AutomationPage.tsx'), 'AutomationPage');

export const automations = {
  name: 'automacoes',
  list: lazyScreen(() => import('./AutomationList.tsx'), 'AutomationList'),
  edit: AutomationPage,
  create: AutomationPage,
};
