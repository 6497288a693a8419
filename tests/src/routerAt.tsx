import type { ReactNode } from 'react';
import { UNSAFE_createMemoryHistory as createMemoryHistory, createPath, type To } from 'react-router-dom';
import { ConsoleRouter } from '#ui/shell/navigation/ConsoleRouter.tsx';
import { guardedHistory } from '#ui/shell/navigation/guardedHistory.ts';

/** The console's router with a history of its own that begins at `path`, and the elements that stand in it. */
export function routerAt(path: string) {
  const memory = createMemoryHistory({ initialEntries: [path], v5Compat: true });
  /** The addresses that took the place of the one before them. */
  const replaced: string[] = [];
  const replace = memory.replace.bind(memory);
  memory.replace = (to, state) => {
    replaced.push(typeof to === 'string' ? to : createPath(to));
    replace(to, state);
  };
  const history = guardedHistory(memory);
  const router = {
    replaced,
    get state() {
      return { location: history.location };
    },
    navigate: async (to: To | number) => (typeof to === 'number' ? history.go(to) : history.push(to)),
  };
  return { router, at: (page: ReactNode) => <ConsoleRouter history={history}>{page}</ConsoleRouter> };
}
