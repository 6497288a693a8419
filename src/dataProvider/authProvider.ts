import type { AuthProvider } from 'ra-core';
import type { ModuleGrant, Permission } from '#contract/permissions.ts';
import { secondFactorRoutes } from '#contract/session/secondFactor.ts';
import { type InitialLoad, sessionRoutes } from '#contract/session/session.ts';
import { isOwnServer } from './business.ts';
import { call } from './call.ts';
import { CallFailure } from './http.ts';
import {
  beginSignOut,
  clearSession,
  currentInitialLoad,
  hardNavigation,
  keepLoad,
  keepToken,
  leaveByChoice,
  onViewOver,
  rememberDestination,
  rememberedPerson,
} from './session.ts';

onViewOver(async () => (await import('./exitViewAs.ts')).leaveEndedViewAs());

interface Credentials {
  cpf: string;
  senha: string;
  captcha?: string;
}

/** Requests a token, then the initial load with it (document 002 section 4, Session). */
export async function signIn(credentials: Credentials) {
  await completeSignIn(await call(sessionRoutes.loginSac, { body: credentials }));
}

/** The second step of a sign-in whose first step was answered with CODIGO_NECESSARIO. */
export async function signInWithCode(body: { pendente: string; codigo: string }) {
  await completeSignIn(await call(secondFactorRoutes.signIn, { body }));
}

/** Completes a sign-in from its token. */
export async function completeSignIn({ token }: { token: string }) {
  keepToken(token);
  await loadSession();
}

/** Loads the session that the server already has, e.g. after a sign-in in another window. */
export async function loadSession() {
  keepLoad(await call(sessionRoutes.load, {}));
  localStorage.removeItem(PENDING_SIGN_OUT_KEY);
}

const hasSession = () => currentInitialLoad() !== null || rememberedPerson() !== null;

/** Set while the server has not been told that the person signed out. */
const PENDING_SIGN_OUT_KEY = 'balcao.saidaPendente';

/** Ends a session on the server that was left while the server was unreachable, because its cookie would still be valid. */
export async function finishSignOut() {
  if (!localStorage.getItem(PENDING_SIGN_OUT_KEY) || rememberedPerson()) return;
  await endOnServer();
}

/** Resolves to the address that ends the session at the company's identity provider too, if there is one. */
export async function endOnServer(): Promise<string | undefined> {
  beginSignOut();
  localStorage.setItem(PENDING_SIGN_OUT_KEY, '1');
  try {
    const { endereco } = await call(sessionRoutes.logout, {});
    localStorage.removeItem(PENDING_SIGN_OUT_KEY);
    return endereco;
  } catch (failure) {
    // A refusal means that the session no longer exists.
    if (failure instanceof CallFailure && failure.status > 0) localStorage.removeItem(PENDING_SIGN_OUT_KEY);
    return undefined;
  }
}

export const authProvider: AuthProvider = {
  login: signIn,
  async logout() {
    const signedIn = currentInitialLoad() !== null;
    if (signedIn) leaveByChoice();
    const elsewhere = isOwnServer() && hasSession() ? await endOnServer() : undefined;
    clearSession();
    // The person did not press Sair, so the next person to sign in is taken to this page.
    if (!signedIn) rememberDestination(location);
    if (!elsewhere) return '/login';
    hardNavigation.leave(elsewhere);
    return false;
  },
  async checkAuth() {
    if (!hasSession()) throw new Error('ra.auth.auth_check_error');
    await ensureLoad();
  },
  /** `http.ts` has already asked the person to sign in by then; a remaining 401 means that there is no session. */
  async checkError(error: unknown) {
    if (error instanceof CallFailure && error.status === 401) throw error;
  },
  async getIdentity() {
    if (hasSession()) await ensureLoad();
    const load = currentInitialLoad();
    if (!load) throw new Error('no session');
    const { colaborador: person, visao } = load;
    return { ...person, id: person.id, fullName: person.nome, visao };
  },
  /**
   * Also called on the pages before sign-in, where it makes no request. It must fail there: a cached result would be
   * refetched after each sign-out, and the redirect to /login would never end.
   */
  async getPermissions() {
    if (!hasSession()) throw new Error('no session');
    await ensureLoad();
    return permissionsOf((currentInitialLoad()?.modulos ?? []) as ModuleGrant[]);
  },
};

let loading: Promise<void> | null = null;

let onFailure: (failure: unknown) => Promise<void> = (failure) => Promise.reject(failure);

/** Registers the handler for a failed initial load; it resolves when the load should be requested again. */
export const onLoadFailure = (handler: (failure: unknown) => Promise<void>) => {
  onFailure = handler;
};

/** Validates the session and fetches the initial load on entry, once for all callers. Rejects if there is no session. */
export function ensureLoad(): Promise<void> {
  if (currentInitialLoad()) return Promise.resolve();
  loading ??= loadWithRetries().finally(() => {
    loading = null;
  });
  return loading;
}

/** An unreachable server does not end the session: the failure is reported to the person, and the request is repeated. */
async function loadWithRetries(): Promise<void> {
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

/** The permissions of the signed-in person. The browser only hides things; the server decides on every request. */
export interface Permissions {
  modulos: InitialLoad['modulos'];
  can: (permission: Permission) => boolean;
}

export const permissionsOf = (modulos: ModuleGrant[]): Permissions => {
  // The grants tell which action belongs to which module, so that the full table need not be part of the first load.
  const granted = new Set<string>(
    modulos
      .filter(({ autorizado }) => autorizado)
      .flatMap(({ nome, moduloAcoes }) => [
        nome,
        ...moduloAcoes.filter(({ autorizado }) => autorizado).map((action) => action.nome),
      ]),
  );
  return {
    modulos,
    can: (permission) => permission === 'public' || permission === 'session' || granted.has(permission),
  };
};
