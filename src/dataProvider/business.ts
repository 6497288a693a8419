/** A back end configured in this installation (document 002 section 3, Business entry). */
export interface Business {
  NAME: string;
  /** Empty for the server that served this page. */
  API_URL: string;
  IMAGES_URL: string;
  WS_HOST: string;
  WS_KEY: string;
  WS_PORT: number;
  /** Path prefix of this back end's ticket routes, `sac` by default (document 000 section 7). */
  AREA?: string;
}

/** Value of the App header: the calling system. */
export const SYSTEM = 'balcao';

const OWN: Business = { NAME: 'Balcão', API_URL: '', IMAGES_URL: '', WS_HOST: '', WS_KEY: '', WS_PORT: 0 };
const STORAGE_KEY = 'balcao.negocio';
let chosen = remembered() ?? OWN;

export const currentBusiness = (): Business => chosen;

/** Selects the back end of all further calls, also after a reload. Each has a session of its own (session.ts). */
export const chooseBusiness = (business: Business) => {
  chosen = business;
  const text = JSON.stringify(business);
  // Stored for this tab first, since another tab may be working in another business. A new tab starts with the latest choice.
  sessionStorage.setItem(STORAGE_KEY, text);
  if (business.API_URL === '') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, text);
};

/** The server that served this page; the fallback when another one cannot be reached. */
export const ownBusiness = (): Business => OWN;

/** All businesses that this installation offers, its own first, as reported by the server that served this page. */
export async function offeredBusinesses(): Promise<Business[]> {
  const answer = await fetch('/env.json', { cache: 'no-store', credentials: 'omit' });
  if (!answer.ok) throw new Error(`env.json: ${answer.status}`);
  const [own, ...others] = (await answer.json()) as Business[];
  return own ? [{ ...own, API_URL: '' }, ...others] : others;
}

/** Storage key for values that belong to the chosen business only. */
export const businessStorageKey = (key: string): string => (isOwnServer() ? key : `${key}|${chosen.API_URL}`);

/** Whether the chosen back end is our own server, where the session lives in an httpOnly cookie. */
export const isOwnServer = (): boolean =>
  chosen.API_URL === '' || chosen.API_URL === globalThis.location?.origin;

function remembered(): Business | null {
  try {
    const storedBusinesses = [globalThis.sessionStorage, globalThis.localStorage].map((each) =>
      each?.getItem(STORAGE_KEY),
    );
    return JSON.parse(storedBusinesses.find(Boolean) ?? 'null');
  } catch {
    return null;
  }
}
