import type { InitialLoad } from '../../contract/session/session.ts';
import { clearAnswers } from './answerCache.ts';
import { isOwnServer } from './business.ts';

/**
 * What the browser keeps of a session. The token of our own server stays in its httpOnly cookie; only a foreign
 * back end's token is kept here, in the storage of this tab.
 */
let load: InitialLoad | null = null;

export const currentLoad = (): InitialLoad | null => load;

export function keepLoad(next: InitialLoad) {
  load = next;
  localStorage.setItem('APP', JSON.stringify({ id: next.colaborador.id, nome: next.colaborador.nome }));
}

/** Who was signed in here last: whether there is a session to ask the server about at all. */
export function rememberedPerson(): { id: number; nome: string } | null {
  try {
    return JSON.parse(localStorage.getItem('APP') ?? 'null');
  } catch {
    return null;
  }
}

export const keepToken = (token: string) => {
  if (!isOwnServer()) sessionStorage.setItem('TOKEN', token);
};
export const foreignToken = (): string | null => (isOwnServer() ? null : sessionStorage.getItem('TOKEN'));

/** Keys of the browser's storage that belong to a session and go with it (document 000 section 8). */
const SESSION_KEYS = /^(APP|TOKEN|TICKETS|after_login|banner|filtros|RaStore)/;

/** Forgets everything of the person who was signed in. Drafts are safe on the server. */
export function clearSession() {
  load = null;
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (SESSION_KEYS.test(key)) storage.removeItem(key);
  }
  clearAnswers();
}

// ---- A session that ended in the middle of something ----

/** `renewed`: the same person signed in again, the call is repeated. `gone`: the page is being left. */
export type LostSession = 'renewed' | 'gone';
let onLost: () => Promise<LostSession> = async () => 'gone';
let asking: Promise<LostSession> | null = null;

/** The console says what happens when the server answers 401: sign in over the page, or go to the login page. */
export const onSessionLost = (handler: () => Promise<LostSession>) => {
  onLost = handler;
};

/** One question for all the calls that fail at once. */
export function sessionLost(): Promise<LostSession> {
  asking ??= onLost().finally(() => {
    asking = null;
  });
  return asking;
}

// ---- Where to go after sign-in ----

export const rememberDestination = (path: string) => {
  if (isOwnPath(path) && !path.startsWith('/login')) localStorage.setItem('after_login', path);
};

export function takeDestination(): string {
  const path = localStorage.getItem('after_login');
  localStorage.removeItem('after_login');
  return path && isOwnPath(path) ? path : '/';
}

/** Only paths of our own: "//host" and "/\host" lead elsewhere. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);
