import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const CampaignList = lazyScreen(() => import('./CampaignList.tsx'), 'CampaignList');
