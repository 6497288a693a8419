import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const NegotiationList = lazyScreen(() => import('./NegotiationList.tsx'), 'NegotiationList');
