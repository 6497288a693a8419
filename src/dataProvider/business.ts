/** One back end that this installation points at (document 002 section 3, Business entry). */
export interface Business {
  NAME: string;
  /** Empty for the server that served this page. */
  API_URL: string;
  IMAGES_URL: string;
  WS_HOST: string;
  WS_KEY: string;
  WS_PORT: number;
}

/** What the App header says: the system that asks. */
export const SYSTEM = 'balcao';

const OWN: Business = { NAME: 'Balcão', API_URL: '', IMAGES_URL: '', WS_HOST: '', WS_KEY: '', WS_PORT: 0 };
let chosen = OWN;

export const currentBusiness = (): Business => chosen;
export const chooseBusiness = (business: Business) => {
  chosen = business;
};

/** Whether the chosen back end is our own server, where the session lives in an httpOnly cookie. */
export const isOwnServer = (): boolean =>
  chosen.API_URL === '' || chosen.API_URL === globalThis.location?.origin;
