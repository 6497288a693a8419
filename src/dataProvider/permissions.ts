import type { ModuleGrant, Permission } from '../../contract/permissions.ts';
import type { InitialLoad } from '../../contract/session/session.ts';

/** The permissions of the signed-in person. The browser only hides things; the server decides on every request. */
export interface Permissions {
  modulos: InitialLoad['modulos'];
  can: (permission: Permission) => boolean;
}

export const permissionsOf = (modulos: ModuleGrant[]): Permissions => {
  // The grants tell which action belongs to which module, so that the full table need not be part of the first load.
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
