import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** API keys of other systems; each screen is loaded when it is first opened. */
export const ServiceKeyList = lazyScreen(() => import('./ServiceKeyList.tsx'), 'ServiceKeyList');
export const ServiceKeyShow = lazyScreen(() => import('./ServiceKeyShow.tsx'), 'ServiceKeyShow');
