import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The FAQ articles for their authors; each screen is loaded when it is first opened. */
export const ArticleList = lazyScreen(() => import('./ArticleList.tsx'), 'ArticleList');
export const ArticleEdit = lazyScreen(() => import('./ArticleEdit.tsx'), 'ArticleEdit');
export const ArticleCreate = lazyScreen(() => import('./ArticleEdit.tsx'), 'ArticleCreate');
