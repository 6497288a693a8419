import type { CalendarDate } from '../../contract/rules/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate, type TimeZone } from '../../contract/rules/zonedTime.ts';
import type { InitialLoad } from '../../contract/session/session.ts';
import { clearAnswers } from './answerCache.ts';
import { isOwnServer, ofBusiness } from './business.ts';
import { pageMemory } from './leave.ts';

/**
 * What the browser keeps of a session. The token of our own server stays in its httpOnly cookie; only a foreign
 * back end's token is kept here, in the storage of this tab.
 */
let load: InitialLoad | null = null;

export const currentLoad = (): InitialLoad | null => load;

/** The clock that a person's days and hours are shown by: their branch's, wherever their browser stands. */
export const ownZone = (): TimeZone => load?.filiais[0]?.fuso ?? DEFAULT_TIME_ZONE;
/** Today by that clock; the server judges again by the branch of what is written. */
export const ownToday = (): CalendarDate => localDate(new Date(), ownZone());

/** Another person than before gets nothing of what the browser kept. */
export function keepLoad(next: InitialLoad) {
  const before = load?.colaborador.id ?? rememberedPerson()?.id;
  if (before !== undefined && before !== next.colaborador.id) {
    forgetStored();
    pageMemory.used = true;
  }
  load = next;
  localStorage.setItem(
    ofBusiness('APP'),
    JSON.stringify({ id: next.colaborador.id, nome: next.colaborador.nome }),
  );
}

/** Who was signed in here last: whether there is a session to ask the server about at all. */
export function rememberedPerson(): { id: number; nome: string } | null {
  try {
    return JSON.parse(localStorage.getItem(ofBusiness('APP')) ?? 'null');
  } catch {
    return null;
  }
}

export const keepToken = (token: string) => {
  if (!isOwnServer()) sessionStorage.setItem(ofBusiness('TOKEN'), token);
};
export const foreignToken = (): string | null =>
  isOwnServer() ? null : sessionStorage.getItem(ofBusiness('TOKEN'));

/** Forgets everything of the person who was signed in. Drafts are safe on the server. */
export function clearSession() {
  if (load) pageMemory.used = true;
  load = null;
  forgetStored();
  sessionStorage.removeItem(ofBusiness('TOKEN'));
}

/**
 * What stays in the browser when a person goes (document 000 section 8): its look, and what is kept by business, since
 * another one's session goes on. All other keys are of the person: filters, columns, views, the tickets of their list.
 */
const STAYS = /^(balcao\.|recarregado$|APP(\||$)|TOKEN\||TICKETS:)/;

function forgetStored() {
  localStorage.removeItem(ofBusiness('APP'));
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (!STAYS.test(key)) storage.removeItem(key);
  }
  clearAnswers();
}

// ---- A session that ended in the middle of something ----

/** `renewed`: the same person signed in again, the call is repeated. `gone`: the page is being left. */
export type LostSession = 'renewed' | 'gone';
let onLost: () => Promise<LostSession> = async () => 'gone';
let asking: Promise<LostSession> | null = null;
let era = 0;

/** The console says what happens when the server answers 401: sign in over the page, or go to the login page. */
export const onSessionLost = (handler: () => Promise<LostSession>) => {
  onLost = handler;
};

/** One question for all the calls that fail at once. */
export function sessionLost(): Promise<LostSession> {
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

/** Grows with each renewal: a call that left before one and was refused after it needs no second question. */
export const sessionEra = (): number => era;

/** Whether a call of this era that was answered 401 may be sent again. */
export const mayRepeat = async (sentIn: number): Promise<boolean> =>
  sentIn !== era || (await sessionLost()) === 'renewed';

/** While the person is being asked, other calls wait: none goes out under somebody else's name. */
export const sessionSettled = async (): Promise<void> => {
  await asking;
};

// ---- A view as somebody else that ended by itself ----

/** Leaves the page, which shows somebody else; what asked waits for that. */
export let viewOver: () => Promise<void> = async () => {};
export const onViewOver = (handler: () => Promise<void>) => {
  viewOver = handler;
};

// ---- Where to go after sign-in ----

export const rememberDestination = (path: string) => {
  if (isOwnPath(path)) localStorage.setItem('after_login', path);
};

export function takeDestination(): string {
  const path = localStorage.getItem('after_login');
  localStorage.removeItem('after_login');
  return path && isOwnPath(path) ? path : '/';
}

/** Pages for those who are not signed in: nobody wants to come back to one. */
const BEFORE_SIGN_IN = new Set([
  '/login',
  '/entrar/retorno',
  '/nova-conta',
  '/esqueci-senha',
  '/redefinir-senha',
]);

/** Only pages of our own behind the sign-in: "//host", "/\host" and "/\t/host" lead elsewhere. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, location.origin)) return false;
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && !BEFORE_SIGN_IN.has(pathname) && !pathname.startsWith('//');
}
