import { useEffect, useState } from 'react';

/**
 * What was typed and is not on the server yet, for the reload of this tab. Begins with 'digitado': such keys go with the
 * person who signs out.
 */
const keyOf = (name: string) => `digitado-${name}`;

export function keepTyped(name: string, value: unknown, isEmpty: boolean): void {
  try {
    if (isEmpty) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // A full or closed storage: what was typed still stands on the page.
  }
}

export function keptTyped(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

/** What stands in a field and is not confirmed yet; `undefined`: nothing. It outlives a reload under its name. */
export function useKeptText(name: string | undefined) {
  const [typed, setTyped] = useState<string | undefined>(() => {
    const kept = name === undefined ? null : keptTyped(name);
    return typeof kept === 'string' ? kept : undefined;
  });
  useEffect(() => {
    if (name !== undefined) keepTyped(name, typed, typed === undefined);
  }, [name, typed]);
  return [typed, setTyped] as const;
}
