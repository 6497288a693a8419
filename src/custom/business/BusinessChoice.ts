import { lazyWhenIdle } from '#ui/shell/loadLater.tsx';

/** 'Alternar Negócio' in the top bar, in the drawer and on the sign-in page. */
export const BusinessChoice = lazyWhenIdle<'BusinessTool', { wide?: boolean }>(
  () => import('./BusinessTool.tsx'),
  'BusinessTool',
);
