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

/** The back end of all calls from here on, also after a reload. Whoever switches clears the session of the one before. */
export const chooseBusiness = (business: Business) => {
  chosen = business;
  if (business.API_URL === '') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, JSON.stringify(business));
};

/** Whether the chosen back end is our own server, where the session lives in an httpOnly cookie. */
export const isOwnServer = (): boolean =>
  chosen.API_URL === '' || chosen.API_URL === globalThis.location?.origin;

function remembered(): Business | null {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(STORAGE_KEY) ?? 'null');
  } catch {
    return null;
  }
}
