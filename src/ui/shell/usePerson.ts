import { type Identifier, useGetIdentity } from 'ra-core';
import { initials } from '../../../contract/rules/person.ts';

/** Who is signed in, as the shell shows them. */
export interface Person {
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
