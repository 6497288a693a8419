import type { AuthProvider } from 'ra-core';
import type { ModuleGrant } from '../../contract/permissions.ts';
import { secondFactorRoutes } from '../../contract/session/secondFactor.ts';
import { sessionRoutes } from '../../contract/session/session.ts';
import { isOwnServer } from './business.ts';
import { call } from './call.ts';
import { CallFailure } from './failure.ts';
import { ensureLoad } from './initialLoad.ts';
import { permissionsOf } from './permissions.ts';
import {
  clearSession,
  currentLoad,
  keepLoad,
  keepToken,
  onViewOver,
  rememberDestination,
  rememberedPerson,
} from './session.ts';

onViewOver(async () => (await import('./leaveView.ts')).viewIsOver());

export interface Credentials {
  cpf: string;
  senha: string;
  captcha?: string;
}

/** Asks for a token, then for the initial load with it (document 002 section 4, Session). */
export async function signIn(credentials: Credentials) {
  await enterWith(await call(sessionRoutes.loginSac, { body: credentials }));
}

/** The second half of a sign-in that was answered CODIGO_NECESSARIO. */
export async function signInWithCode(body: { pendente: string; codigo: string }) {
  await enterWith(await call(secondFactorRoutes.signIn, { body }));
}

async function enterWith({ token }: { token: string }) {
  keepToken(token);
  keepLoad(await call(sessionRoutes.load, {}));
  localStorage.removeItem(UNFINISHED);
}

const hasSession = () => currentLoad() !== null || rememberedPerson() !== null;

/** Stands while the server has not heard that the person left. */
const UNFINISHED = 'balcao.saidaPendente';

/** Ends on the server a session that was left while it was out of reach: its cookie would still open the door. */
export async function finishSignOut() {
  if (!localStorage.getItem(UNFINISHED) || rememberedPerson()) return;
  await endOnServer();
}

export async function endOnServer() {
  localStorage.setItem(UNFINISHED, '1');
  try {
    await call(sessionRoutes.logout, {});
    localStorage.removeItem(UNFINISHED);
  } catch (failure) {
    // A refusal means that there is no session any more.
    if (failure instanceof CallFailure && failure.status > 0) localStorage.removeItem(UNFINISHED);
  }
}

export const authProvider: AuthProvider = {
  login: signIn,
  async logout() {
    const signedIn = currentLoad() !== null;
    if (isOwnServer() && hasSession()) await endOnServer();
    clearSession();
    // Nobody pressed Sair: whoever signs in next came for this page.
    if (!signedIn) rememberDestination(location.pathname + location.search);
    return '/login';
  },
  async checkAuth() {
    if (!hasSession()) throw new Error('ra.auth.auth_check_error');
    await ensureLoad();
  },
  /** `http.ts` has asked the person by then; what still fails with 401 has no session. */
  async checkError(error: unknown) {
    if (error instanceof CallFailure && error.status === 401) throw error;
  },
  async getIdentity() {
    if (hasSession()) await ensureLoad();
    const load = currentLoad();
    if (!load) throw new Error('no session');
    const { colaborador: person, visao } = load;
    return { ...person, id: person.id, fullName: person.nome, visao };
  },
  /**
   * Also asked for on the pages before sign-in, where the server is not troubled. It must fail there: an answer
   * would be asked for again after each sign-out, and the way to /login would never end.
   */
  async getPermissions() {
    if (!hasSession()) throw new Error('no session');
    await ensureLoad();
    return permissionsOf((currentLoad()?.modulos ?? []) as ModuleGrant[]);
  },
};
