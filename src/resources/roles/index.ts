import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** Roles; each screen is loaded when it is first opened. */
export const RoleList = lazyScreen(() => import('./RoleList.tsx'), 'RoleList');
export const RoleEdit = lazyScreen(() => import('./RoleEdit.tsx'), 'RoleEdit');
