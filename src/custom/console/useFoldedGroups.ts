import { useCallback, useState } from 'react';

const STORAGE_KEY = 'balcao.menu.grupos';

/** The groups of the drawer that the person folded, by label; remembered in the browser as the drawer itself is. */
export function useFoldedGroups() {
  const [folded, setFolded] = useState(readFolded);
  const toggle = useCallback((label: string) => {
    setFolded((before) => {
      const next = before.includes(label) ? before.filter((other) => other !== label) : [...before, label];
      writeFolded(next);
      return next;
    });
  }, []);
  return { folded, toggle };
}

function readFolded(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((label) => typeof label === 'string') : [];
  } catch {
    return [];
  }
}

/** A browser that refuses storage only forgets. */
function writeFolded(labels: readonly string[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(labels));
  } catch {}
}
