import type { ModuleGrant, Permission } from '../../contract/permissions.ts';
import type { InitialLoad } from '../../contract/session/session.ts';

/** What the signed-in person may do. The browser only hides; the server decides on every request. */
export interface Permissions {
  modulos: InitialLoad['modulos'];
  can: (permission: Permission) => boolean;
}

export const permissionsOf = (modulos: ModuleGrant[]): Permissions => {
  // Which action belongs to which module is told by the grants: the table of all of them is no part of the first load.
  const granted = new Set<string>(
    modulos
      .filter(({ autorizado }) => autorizado)
      .flatMap(({ nome, moduloAcoes }) => [
        nome,
        ...moduloAcoes.filter(({ autorizado }) => autorizado).map((action) => action.nome),
      ]),
  );
  return {
    modulos,
    can: (permission) => permission === 'public' || permission === 'session' || granted.has(permission),
  };
};
