import { beforeAll, beforeEach } from '@jest/globals';
import { clearSession } from '#data/session.ts';
import { serve } from '#tests/src/dataProvider/server.ts';
import { handlers, resetServer } from './wizardServer.ts';

/** The wizard's server and a clean browser for every test of a file; tests may override its handlers. */
export function servedWizard() {
  const server = serve(...handlers);
  // Toasts, transitions and the saved draft appear asynchronously, outside of `act`.
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  });
  beforeEach(() => {
    resetServer();
    localStorage.clear();
    clearSession();
    globalThis.URL.createObjectURL = () => 'blob:foto';
    globalThis.URL.revokeObjectURL = () => {};
  });
  return server;
}

/** Time limit for going through the whole wizard. */
export const LONG = 120_000;
