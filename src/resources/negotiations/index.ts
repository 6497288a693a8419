import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const NegotiationList = lazyScreen(() => import('./NegotiationList.tsx'), 'NegotiationList');
