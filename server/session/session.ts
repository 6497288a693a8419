import { sessionRoutes } from '../../contract/session/session.ts';
import { implement } from '../implement.ts';
import { account, changePassword, storePreferences, updateAccount } from './account.ts';
import { captchaChallenge } from './captcha.ts';
import { initialLoad } from './initialLoad.ts';
import { login, logout } from './login.ts';
import { newAccount } from './newAccount.ts';
import { endOtherSessions, endOwnSession, ownSessions } from './ownSessions.ts';
import { checkReset, requestReset, reset } from './passwordReset.ts';

export const sessionImplementation = implement(sessionRoutes, {
  loginSac: login,
  loginCallcenter: login,
  // Whoever gets here has a session: the kernel refused the others.
  validate: async () => ({ message: 'Sessão válida.' }),
  load: initialLoad,
  logout,
  async captcha(_, ctx) {
    ctx.setHeader('Cache-Control', 'no-store');
    return { ...(await captchaChallenge(ctx)) };
  },
  requestReset,
  checkReset,
  reset,
  newAccount,
  account,
  updateAccount,
  changePassword,
  ownSessions,
  endOwnSession,
  endOtherSessions,
  preferences: storePreferences,
});
