let wanted: number | null = null;

/** Sets the customer for the wizard that opens next; called right before opening it. */
export const setWizardCustomer = (idCli: number): void => {
  wanted = idCli;
};

/** Read once by the wizard when it opens; the next one starts without a customer. */
export function takeWizardCustomer(): number | null {
  const idCli = wanted;
  wanted = null;
  return idCli;
}

const KEY = 'balcao.origemTicket';

/** The origin of tickets that consumers open themselves. */
const OWN_ORIGIN = 'SAC';

/** The origin last chosen in this browser; a consumer always uses the service area. */
export function storedOrigin(consumer: boolean): string | null {
  if (consumer) return OWN_ORIGIN;
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** If the browser refuses storage, the choice is simply not remembered. */
export function storeOrigin(key: string): void {
  try {
    localStorage.setItem(KEY, key);
  } catch {}
}
