import type { ReactNode } from 'react';
import { UNSAFE_createMemoryHistory as createMemoryHistory, type To } from 'react-router-dom';
import { ConsoleRouter } from '#ui/shell/navigation/ConsoleRouter.tsx';
import { guardedHistory } from '#ui/shell/navigation/guardedHistory.ts';

/** The console's router with a history of its own that begins at `path`, and the elements that stand in it. */
export function routerAt(path: string) {
  const history = guardedHistory(createMemoryHistory({ initialEntries: [path], v5Compat: true }));
  const router = {
    get state() {
      return { location: history.location };
    },
    navigate: async (to: To | number) => (typeof to === 'number' ? history.go(to) : history.push(to)),
  };
  return { router, at: (page: ReactNode) => <ConsoleRouter history={history}>{page}</ConsoleRouter> };
}
