import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** People's accounts; each screen is loaded when it is first opened. */
export const PersonList = lazyScreen(() => import('./PersonList.tsx'), 'PersonList');
export const PersonEdit = lazyScreen(() => import('./PersonEdit.tsx'), 'PersonEdit');
export const PersonCreate = lazyScreen(() => import('./PersonEdit.tsx'), 'PersonCreate');
