let wanted: number | null = null;

/** Whose ticket the wizard that opens next is about; said right before it is opened. */
export const wantCustomer = (idCli: number): void => {
  wanted = idCli;
};

/** Asked once by the wizard when it opens: the next one begins without. */
export function takeWantedCustomer(): number | null {
  const idCli = wanted;
  wanted = null;
  return idCli;
}

const KEY = 'balcao.origemTicket';

/** How a consumer's own tickets come in. */
const OWN_ORIGIN = 'SAC';

/** The origin that was chosen last in this browser; a consumer always comes through the service area. */
export function storedOrigin(consumer: boolean): string | null {
  if (consumer) return OWN_ORIGIN;
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** A browser that refuses storage only forgets. */
export function storeOrigin(key: string): void {
  try {
    localStorage.setItem(KEY, key);
  } catch {}
}
