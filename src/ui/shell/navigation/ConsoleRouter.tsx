import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import type { GuardedHistory, HeldMove, Judge } from './guardedHistory.ts';

const HistoryContext = createContext<GuardedHistory | null>(null);

/** The addresses of the console. */
export const ConsoleRouter = ({ history, children }: { history: GuardedHistory; children: ReactNode }) => (
  <HistoryContext.Provider value={history}>
    <HistoryRouter history={history}>{children}</HistoryRouter>
  </HistoryContext.Provider>
);

/** While mounted, moves that `judge` names are held; returns the one that waits for an answer. */
export function useHeldMove(judge: Judge): HeldMove | null {
  const history = useContext(HistoryContext);
  if (!history) throw new Error('useHeldMove is used outside of ConsoleRouter');
  const asked = useStableCallback(judge);
  useEffect(() => history.guard(asked), [history, asked]);
  return useSyncExternalStore(history.onHeld, history.held);
}
