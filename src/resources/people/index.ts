/** The people who use the console, and what each may do. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const people = {
  name: 'pessoas',
  list: lazyScreen(() => import('./PersonList.tsx'), 'PersonList'),
  edit: lazyScreen(() => import('./PersonEdit.tsx'), 'PersonEdit'),
  create: lazyScreen(() => import('./PersonEdit.tsx'), 'PersonCreate'),
};
