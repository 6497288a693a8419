import { useLogout } from 'ra-core';
import { useEffect } from 'react';

/** Inside somebody else's frame nobody stays signed in (document 002 section 4). */
export function useForeignFrame() {
  const logout = useLogout();
  useEffect(() => {
    if (globalThis.top !== globalThis.self) logout();
  }, [logout]);
}
