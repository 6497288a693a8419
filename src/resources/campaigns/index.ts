/** Campaigns: discounts for some products, some customers, some days. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const CampaignList = lazyScreen(() => import('./CampaignList.tsx'), 'CampaignList');
