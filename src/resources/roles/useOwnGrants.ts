import { usePermissions } from 'ra-core';
import { useMemo } from 'react';
import type { ModuleGrant } from '../../../contract/permissions.ts';
import { type Grantable, heldBy } from '../../../contract/rules/access/grants.ts';
import type { Permissions } from '../../dataProvider/permissions.ts';

/** What the signed-in person holds, and may therefore give. The server asks again. */
export function useOwnGrants(): ReadonlySet<Grantable> {
  const { permissions } = usePermissions<Permissions>();
  return useMemo(() => new Set(heldBy((permissions?.modulos ?? []) as ModuleGrant[])), [permissions]);
}
