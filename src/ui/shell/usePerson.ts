import { type Identifier, useGetIdentity, usePermissions } from 'ra-core';
import { useCallback } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { initials } from '#contract/rules/person.ts';
import type { Permissions } from '#data/authProvider.ts';

/** The signed-in person, as shown in the shell. */
interface Person {
  id: Identifier;
  name: string;
  initials: string;
  /** `tipoDescricao` of the initial load: "Operador". */
  role: string;
}

export function usePerson(): Person | undefined {
  const { identity } = useGetIdentity();
  if (!identity) return undefined;
  const name = identity.fullName ?? '';
  return { id: identity.id, name, initials: initials(name), role: String(identity.tipoDescricao ?? '') };
}

/**
 * The signed-in person's permissions, from the modules of the initial load. They only hide things: the server decides. While
 * `isPending`, nothing is allowed.
 */
export function useCan() {
  const { permissions, isPending } = usePermissions<Permissions>();
  const can = useCallback((permission: Permission) => permissions?.can(permission) ?? false, [permissions]);
  return { can, isPending };
}

/**
 * The hint of a search field that also finds by personal data, for people who may see it. Others are told what their search
 * finds by in this very list (`without`): 'Só por nome'.
 */
export function usePersonalSearchHint(hint: string, without: string): string {
  const { can, isPending } = useCan();
  return isPending || can('DADOS_PESSOAIS') ? hint : `Só por ${without}`;
}
