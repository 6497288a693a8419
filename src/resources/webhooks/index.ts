import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** Webhooks that notify other systems of changes, and their deliveries; each screen is loaded when it is first opened. */
export const WebhookList = lazyScreen(() => import('./WebhookList.tsx'), 'WebhookList');
export const WebhookShow = lazyScreen(() => import('./WebhookShow.tsx'), 'WebhookShow');
export const DeliveryList = lazyScreen(() => import('./DeliveryList.tsx'), 'DeliveryList');
export const DeliveryShow = lazyScreen(() => import('./DeliveryShow.tsx'), 'DeliveryShow');
