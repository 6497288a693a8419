import { sessionRoutes } from '../../contract/session/session.ts';
import { call } from './call.ts';
import { CallFailure } from './failure.ts';
import { currentLoad, keepLoad } from './session.ts';

let loading: Promise<void> | null = null;
let onFailure: (failure: unknown) => Promise<void> = (failure) => Promise.reject(failure);

/** The console says what happens when the initial load cannot be had: it resolves to have it asked for again. */
export const onLoadFailure = (handler: (failure: unknown) => Promise<void>) => {
  onFailure = handler;
};

/** On entry: the session is validated and the initial load fetched, once for all who ask. Rejects without session. */
export function ensureLoad(): Promise<void> {
  if (currentLoad()) return Promise.resolve();
  loading ??= untilAnswered().finally(() => {
    loading = null;
  });
  return loading;
}

/** A server out of reach ends no session: the person is asked, and it is tried again. */
async function untilAnswered(): Promise<void> {
  for (;;) {
    try {
      await call(sessionRoutes.validate, {});
      return keepLoad(await call(sessionRoutes.load, {}));
    } catch (failure) {
      if (failure instanceof CallFailure && [401, 403].includes(failure.status)) throw failure;
      await onFailure(failure);
    }
  }
}
