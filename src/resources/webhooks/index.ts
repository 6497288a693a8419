/** Addresses of other systems that are told of changes, and what was delivered to them. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const webhooks = {
  name: 'webhooks',
  list: lazyScreen(() => import('./WebhookList.tsx'), 'WebhookList'),
  edit: lazyScreen(() => import('./WebhookShow.tsx'), 'WebhookShow'),
};

export const deliveries = {
  name: 'entregas',
  list: lazyScreen(() => import('./DeliveryPages.tsx'), 'DeliveryList'),
  edit: lazyScreen(() => import('./DeliveryPages.tsx'), 'DeliveryShow'),
};
