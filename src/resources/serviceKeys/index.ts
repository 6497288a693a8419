import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** Keys of other systems; loaded when it is first opened. */
export const ServiceKeyList = lazyScreen(() => import('./ServiceKeyList.tsx'), 'ServiceKeyList');
