import type { AuthProvider } from 'ra-core';
import type { ModuleGrant } from '../../contract/permissions.ts';
import { secondFactorRoutes } from '../../contract/session/secondFactor.ts';
import { sessionRoutes } from '../../contract/session/session.ts';
import { isOwnServer } from './business.ts';
import { call } from './call.ts';
import { CallFailure } from './failure.ts';
import { pageExit } from './leave.ts';
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

/** Whoever holds a token of a sign-in is in. */
export async function enterWith({ token }: { token: string }) {
  keepToken(token);
  await arrive();
}

/** The server knows the person already, as after a sign-in in another window. */
export async function arrive() {
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

/** Answers where the browser goes to end the session of the company's provider too, if there is one. */
export async function endOnServer(): Promise<string | undefined> {
  localStorage.setItem(UNFINISHED, '1');
  try {
    const { endereco } = await call(sessionRoutes.logout, {});
    localStorage.removeItem(UNFINISHED);
    return endereco;
  } catch (failure) {
    // A refusal means that there is no session any more.
    if (failure instanceof CallFailure && failure.status > 0) localStorage.removeItem(UNFINISHED);
    return undefined;
  }
}

export const authProvider: AuthProvider = {
  login: signIn,
  async logout() {
    const signedIn = currentLoad() !== null;
    const elsewhere = isOwnServer() && hasSession() ? await endOnServer() : undefined;
    clearSession();
    // Nobody pressed Sair: whoever signs in next came for this page.
    if (!signedIn) rememberDestination(location.pathname + location.search);
    if (!elsewhere) return '/login';
    pageExit.leave(elsewhere);
    return false;
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
