import { useEffect, useState } from 'react';
import { keepTyped, keptTyped } from './keptEntries.ts';

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
