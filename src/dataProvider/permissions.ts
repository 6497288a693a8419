import { allows, type ModuleGrant, type Permission } from '../../contract/permissions.ts';
import type { InitialLoad } from '../../contract/session/session.ts';

/** What the signed-in person may do. The browser only hides; the server decides on every request. */
export interface Permissions {
  modulos: InitialLoad['modulos'];
  can: (permission: Permission) => boolean;
}

export const permissionsOf = (modulos: ModuleGrant[]): Permissions => ({
  modulos,
  can: (permission) => allows(modulos, permission),
});
