import { consumerWording } from '#contract/rules/consumerWording.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { InitialLoad } from '#contract/session/session.ts';
import { STANDARD_WORDS, setWords } from '#contract/words/words.ts';
import { clearAnswers } from './answerCache.ts';
import { businessStorageKey, isOwnServer } from './business.ts';

/**
 * The browser's part of a session. The token of our own server stays in its httpOnly cookie; only a foreign back end's token
 * is kept here, in this tab's storage.
 */
let load: InitialLoad | null = null;

export const currentInitialLoad = (): InitialLoad | null => load;

/** The time zone in which a person's dates and times are displayed: that of their branch, wherever their browser is. */
export const ownZone = (): TimeZone => load?.filiais[0]?.fuso ?? DEFAULT_TIME_ZONE;
/** That of a branch, on whose clock the server reads the day and hour of what belongs to it. */
export const branchZone = (idFil: number): TimeZone =>
  load?.filiais.find((branch) => branch.idFil === idFil)?.fuso ?? ownZone();
/** Today in the person's zone; the server checks again by the branch of the record being written. */
export const ownToday = (): CalendarDate => localDate(new Date(), ownZone());

/** Stores the load. If the person has changed, everything the browser kept of the previous one is removed. */
export function keepLoad(next: InitialLoad) {
  const before = load?.colaborador.id ?? rememberedPerson()?.id;
  if (before !== undefined && before !== next.colaborador.id) {
    forgetStored();
    pageMemory.hasPreviousUserData = true;
  }
  load = next;
  setWords(next.palavras ?? STANDARD_WORDS);
  hasLeft = false;
  left = null;
  ending = false;
  localStorage.setItem(
    businessStorageKey('APP'),
    JSON.stringify({ id: next.colaborador.id, nome: next.colaborador.nome }),
  );
}

/** The person last signed in here; without one there is no session to ask the server about. */
export function rememberedPerson(): { id: number; nome: string } | null {
  try {
    return JSON.parse(localStorage.getItem(businessStorageKey('APP')) ?? 'null');
  } catch {
    return null;
  }
}

export const keepToken = (token: string) => {
  if (!isOwnServer()) sessionStorage.setItem(businessStorageKey('TOKEN'), token);
};
export const foreignToken = (): string | null =>
  isOwnServer() ? null : sessionStorage.getItem(businessStorageKey('TOKEN'));

/** Clears all data of the person who was signed in. Drafts are safe on the server. */
export function clearSession() {
  if (load) pageMemory.hasPreviousUserData = true;
  load = null;
  hasLeft = true;
  forgetStored();
  sessionStorage.removeItem(businessStorageKey('TOKEN'));
}

let hasLeft = false;

/**
 * Stores what belongs to the person and is removed when they leave. Nothing is stored after that, although the last screen
 * may still be shown and receive answers. If storage is full, the value is simply not remembered.
 */
export function storeForPerson(storage: Storage, key: string, value: string): void {
  if (hasLeft) return;
  try {
    storage.setItem(key, value);
  } catch {}
}

/**
 * Storage keys that remain when a person leaves (document 000 section 8): the appearance, and values kept per business, since
 * the sessions of other businesses continue. All other keys belong to the person: filters, columns, views, the tickets of
 * their list.
 */
const RETAINED_KEYS = /^(balcao\.|recarregado$|APP(\||$)|TOKEN\||TICKETS:)/;

function forgetStored() {
  localStorage.removeItem(businessStorageKey('APP'));
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (!RETAINED_KEYS.test(key)) storage.removeItem(key);
  }
  clearAnswers();
}

// ---- A session lost while calls are in progress ----

/** `renewed`: the same person signed in again and the call is repeated. `gone`: the page is being left. */
export type SessionRecovery = 'renewed' | 'gone';
let onLost: () => Promise<SessionRecovery> = async () => 'gone';
let asking: Promise<SessionRecovery> | null = null;
let era = 0;

/** Registers the handler for a 401 from the server: it signs in over the page, or goes to the login page. */
export const onSessionLost = (handler: () => Promise<SessionRecovery>) => {
  onLost = handler;
};

/** Whether the session is being ended on purpose; the person's next sign-in begins another one. */
let ending = false;

/** From now on a refused call is no reason to ask for a sign-in: the session ends because the person wants it to. */
export const beginSignOut = () => {
  ending = true;
};

/** Asks only once for all calls that fail at the same time. */
export async function recoverSession(): Promise<SessionRecovery> {
  if (ending) return 'gone';
  asking ??= onLost()
    .then((outcome) => {
      if (outcome === 'renewed') era++;
      return outcome;
    })
    .finally(() => {
      asking = null;
    });
  return asking;
}

/** Incremented with each renewal: a call sent before a renewal and refused after it does not need to ask again. */
export const sessionGeneration = (): number => era;

/** Whether a call sent in this era and answered with 401 may be repeated. */
export const canRetryAfter401 = async (sentIn: number): Promise<boolean> =>
  sentIn !== era || (await recoverSession()) === 'renewed';

/** Other calls wait while the person is being asked, so that none is sent in someone else's name. */
export const waitForSessionRecovery = async (): Promise<void> => {
  await asking;
};

// ---- A view as another person that expired ----

/** Leaves the page, which shows another person's data; the caller waits for that. */
export let viewOver: () => Promise<void> = async () => {};
export const onViewOver = (handler: () => Promise<void>) => {
  viewOver = handler;
};

// ---- Where to go after sign-in ----

/** The page that the last person left by Sair. */
let left: string | null = null;

/** Nobody returns to the page that is left now: a call of it that is refused later must not lead the next person there. */
export const leaveByChoice = () => {
  left = location.pathname;
};

/** A softphone leads here with the caller's number in the fragment, which only the tab that it opened may keep. */
const CALLER_PAGE = '/buscar';
const FRAGMENT = 'after_login.fragment';

export function rememberDestination({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const path = pathname + search;
  if (!isOwnPath(path) || pathname === left) return;
  localStorage.setItem('after_login', path);
  if (pathname === CALLER_PAGE && hash) sessionStorage.setItem(FRAGMENT, hash);
  else sessionStorage.removeItem(FRAGMENT);
}

export function takeDestination(): string {
  const path = localStorage.getItem('after_login');
  const fragment = sessionStorage.getItem(FRAGMENT) ?? '';
  localStorage.removeItem('after_login');
  sessionStorage.removeItem(FRAGMENT);
  if (!path || !isOwnPath(path)) return '/';
  return path === CALLER_PAGE ? path + fragment : path;
}

/** Pages for people who are not signed in, to which no one should be returned. */
const BEFORE_SIGN_IN = new Set([
  '/login',
  '/entrar/retorno',
  '/nova-conta',
  '/esqueci-senha',
  '/redefinir-senha',
]);

/** Whether the path is a page of our own behind the sign-in: "//host", "/\host" and "/\t/host" lead to other sites. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, location.origin)) return false;
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && !BEFORE_SIGN_IN.has(pathname) && !pathname.startsWith('//');
}

/** Leaves the page for a fresh one, so that nothing held in memory is carried over. */
export const hardNavigation = {
  leave: (path: string) => location.assign(path),
  /** For a page that no one should return to: 'back' skips it. */
  replace: (path: string) => location.replace(path),
};

/**
 * Whether this page's memory may contain cached responses, drafts or channels of a previous person. If so, the next person to
 * sign in gets a fresh page.
 */
export const pageMemory = { hasPreviousUserData: false };

/** A text about tickets, worded for the reader. Evaluated on render, since another person may sign in. */
export const ticketWording = (text: string): string =>
  currentInitialLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL' ? consumerWording(text) : text;
