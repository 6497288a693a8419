/** Roles, and the permissions of each. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const roles = {
  name: 'perfis',
  list: lazyScreen(() => import('./RoleList.tsx'), 'RoleList'),
  edit: lazyScreen(() => import('./RoleEdit.tsx'), 'RoleEdit'),
};
