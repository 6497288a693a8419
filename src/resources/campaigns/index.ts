import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const CampaignList = lazyScreen(() => import('./CampaignList.tsx'), 'CampaignList');
