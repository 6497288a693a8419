import { lazyWhenIdle } from '#ui/shell/loadLater.tsx';

/** 'Alternar Negócio' in the top bar, in the drawer and on the sign-in page. */
export const BusinessChoice = lazyWhenIdle(() => import('./BusinessTool.tsx'), 'BusinessTool');
