import { useCallback, useState } from 'react';
import { sessionRoutes } from '#contract/session/session.ts';
import { call } from '#data/call.ts';
import { currentInitialLoad, storeForPerson } from '#data/session.ts';

const KEY = 'menu.favoritos';

/** The screens that a person marked, by path: with the person's preferences, and in the browser until they leave. */
export function useFavourites() {
  const [changed, setChanged] = useState<readonly string[]>();
  // Read at each render until then: the preferences arrive with the session, after the first one.
  const favourites = changed ?? readFavourites();
  const toggle = useCallback(
    (path: string) => {
      const next = favourites.includes(path)
        ? favourites.filter((other) => other !== path)
        : [...favourites, path];
      setChanged(next);
      storeForPerson(localStorage, KEY, JSON.stringify(next));
      call(sessionRoutes.preferences, { body: { [KEY]: next } }).catch(() => {
        // If the server is unreachable, the browser still has the choice.
      });
    },
    [favourites],
  );
  return { favourites, toggle };
}

function readFavourites(): readonly string[] {
  try {
    const local = localStorage.getItem(KEY);
    const stored: unknown = local === null ? currentInitialLoad()?.preferencias[KEY] : JSON.parse(local);
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}
