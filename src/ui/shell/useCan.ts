import { usePermissions } from 'ra-core';
import { useCallback } from 'react';
import type { Permission } from '../../../contract/permissions.ts';
import type { Permissions } from '../../dataProvider/permissions.ts';

/**
 * What the signed-in person may do, by the modules of the initial load. Hides only: the server decides.
 * While `isPending`, nothing is allowed.
 */
export function useCan() {
  const { permissions, isPending } = usePermissions<Permissions>();
  const can = useCallback((permission: Permission) => permissions?.can(permission) ?? false, [permissions]);
  return { can, isPending };
}
