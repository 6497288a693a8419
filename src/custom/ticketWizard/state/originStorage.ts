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
