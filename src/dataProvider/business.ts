/** One back end that this installation points at (document 002 section 3, Business entry). */
export interface Business {
  NAME: string;
  /** Empty for the server that served this page. */
  API_URL: string;
  IMAGES_URL: string;
  WS_HOST: string;
  WS_KEY: string;
  WS_PORT: number;
  /** Area below which the ticket paths of this back end stand, `sac` without it (document 000 section 7). */
  AREA?: string;
}

/** What the App header says: the system that asks. */
export const SYSTEM = 'balcao';

const OWN: Business = { NAME: 'Balcão', API_URL: '', IMAGES_URL: '', WS_HOST: '', WS_KEY: '', WS_PORT: 0 };
const STORAGE_KEY = 'balcao.negocio';
let chosen = remembered() ?? OWN;

export const currentBusiness = (): Business => chosen;

/** The back end of all calls from here on, also after a reload. Each keeps a session of its own (session.ts). */
export const chooseBusiness = (business: Business) => {
  chosen = business;
  const text = JSON.stringify(business);
  // The tab's own choice first: another tab may be at work for another business. A new one begins with the latest.
  sessionStorage.setItem(STORAGE_KEY, text);
  if (business.API_URL === '') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, text);
};

/** The server that served this page: the way back when another one cannot be reached. */
export const ownBusiness = (): Business => OWN;

/** Every business that this installation offers, its own first; asked of the server that served this page. */
export async function offeredBusinesses(): Promise<Business[]> {
  const answer = await fetch('/env.json', { cache: 'no-store', credentials: 'omit' });
  if (!answer.ok) throw new Error(`env.json: ${answer.status}`);
  const [own, ...others] = (await answer.json()) as Business[];
  return own ? [{ ...own, API_URL: '' }, ...others] : others;
}

/** Names of what the browser keeps for the chosen business alone. */
export const ofBusiness = (key: string): string => (isOwnServer() ? key : `${key}|${chosen.API_URL}`);

/** Whether the chosen back end is our own server, where the session lives in an httpOnly cookie. */
export const isOwnServer = (): boolean =>
  chosen.API_URL === '' || chosen.API_URL === globalThis.location?.origin;

function remembered(): Business | null {
  try {
    const kept = [globalThis.sessionStorage, globalThis.localStorage].map((each) =>
      each?.getItem(STORAGE_KEY),
    );
    return JSON.parse(kept.find(Boolean) ?? 'null');
  } catch {
    return null;
  }
}
