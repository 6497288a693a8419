/** Keys by which other systems call the API. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const serviceKeys = {
  name: 'chaves',
  list: lazyScreen(() => import('./ServiceKeyPages.tsx'), 'ServiceKeyList'),
  edit: lazyScreen(() => import('./ServiceKeyPages.tsx'), 'ServiceKeyShow'),
};
