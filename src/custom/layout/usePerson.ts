import { useGetIdentity } from 'ra-core';

/** Who is signed in, as the shell shows them. */
export interface Person {
  name: string;
  initials: string;
  /** `tipoDescricao` of the initial load: "Operador". */
  role: string;
}

export function usePerson(): Person | undefined {
  const { identity } = useGetIdentity();
  if (!identity) return undefined;
  const name = identity.fullName ?? '';
  return { name, initials: initialsOf(name), role: String(identity.tipoDescricao ?? '') };
}

/** First and last name's letters: "Ana Paula de Souza" gives "AS". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word) => word?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('pt-BR');
}
