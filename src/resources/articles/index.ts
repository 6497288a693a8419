/** Articles of the FAQ: where they are read, and where their authors write them. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const articles = {
  name: 'artigos',
  list: lazyScreen(() => import('./ArticlePages.tsx'), 'ArticleList'),
  edit: lazyScreen(() => import('./ArticlePages.tsx'), 'ArticleEdit'),
  create: lazyScreen(() => import('./ArticlePages.tsx'), 'ArticleCreate'),
};

export const ArticlePage = lazyScreen(() => import('./FaqPage.tsx'), 'ArticlePage');
export const FaqPage = lazyScreen(() => import('./FaqPage.tsx'), 'FaqPage');
