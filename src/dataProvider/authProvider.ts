import type { AuthProvider } from 'ra-core';
import type { ModuleGrant } from '../../contract/permissions.ts';
import { sessionRoutes } from '../../contract/session/session.ts';
import { call } from './call.ts';
import { CallFailure } from './failure.ts';
import { permissionsOf } from './permissions.ts';
import {
  clearSession,
  currentLoad,
  keepLoad,
  keepToken,
  rememberDestination,
  rememberedPerson,
} from './session.ts';

export interface Credentials {
  cpf: string;
  senha: string;
  captcha?: string;
}

/** Asks for a token, then for the initial load with it (document 002 section 4, Session). */
export async function signIn(credentials: Credentials) {
  const { token } = await call(sessionRoutes.loginSac, { body: credentials });
  keepToken(token);
  keepLoad(await call(sessionRoutes.load, {}));
}

let loading: Promise<void> | null = null;

/** On entry: the session is validated and the initial load fetched, once for all who ask. */
export function ensureLoad(): Promise<void> {
  if (currentLoad()) return Promise.resolve();
  loading ??= call(sessionRoutes.load, {})
    .then(keepLoad)
    .finally(() => {
      loading = null;
    });
  return loading;
}

export const authProvider: AuthProvider = {
  login: signIn,
  async logout() {
    const signedIn = currentLoad() !== null;
    if (signedIn) await call(sessionRoutes.logout, {}).catch(() => undefined);
    clearSession();
    // Nobody pressed Sair: whoever signs in next came for this page.
    if (!signedIn) rememberDestination(location.pathname + location.search);
    return '/login';
  },
  async checkAuth() {
    if (!currentLoad() && !rememberedPerson()) throw new Error('ra.auth.auth_check_error');
    await ensureLoad();
  },
  /** `http.ts` has asked the person by then; what still fails with 401 has no session. */
  async checkError(error: unknown) {
    if (error instanceof CallFailure && error.status === 401) throw error;
  },
  async getIdentity() {
    await ensureLoad();
    const person = currentLoad()?.colaborador;
    if (!person) throw new Error('no session');
    return { ...person, id: person.id, fullName: person.nome };
  },
  async getPermissions() {
    await ensureLoad();
    return permissionsOf((currentLoad()?.modulos ?? []) as ModuleGrant[]);
  },
};
