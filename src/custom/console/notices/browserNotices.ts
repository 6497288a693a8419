/*
 * Notices of the browser itself, while the page is out of sight. They are asked for by one click of the person, who the
 * browser then asks; what is granted is the browser's to say, what is wanted is remembered here for each person.
 */
const keyOf = (person: string | number) => `balcao.avisosDoNavegador.${person}`;

export const knowsNotices = (): boolean => typeof globalThis.Notification === 'function';
export const areRefused = (): boolean => knowsNotices() && Notification.permission === 'denied';

export function areWanted(person: string | number): boolean {
  if (!knowsNotices() || Notification.permission !== 'granted') return false;
  try {
    return localStorage.getItem(keyOf(person)) === 'sim';
  } catch {
    return false;
  }
}

/** On the person's own click only. Answers whether they come from now on. */
export async function wantNotices(person: string | number, wanted: boolean): Promise<boolean> {
  if (wanted && Notification.permission === 'default') await Notification.requestPermission();
  try {
    if (wanted) localStorage.setItem(keyOf(person), 'sim');
    else localStorage.removeItem(keyOf(person));
  } catch {
    // A browser that refuses storage only forgets.
  }
  return areWanted(person);
}

interface BrowserNotice {
  title: string;
  body: string;
  /** A later one of the same takes its place. */
  tag: string;
  onOpen: () => void;
}

/** Nothing where the person looks at the page, did not ask, or the browser said no. */
export function tellOutOfSight(person: string | number, { title, body, tag, onOpen }: BrowserNotice): void {
  if (!document.hidden || !areWanted(person)) return;
  try {
    const notice = new Notification(title, { body, tag, lang: 'pt-BR' });
    notice.onclick = () => {
      window.focus();
      notice.close();
      onOpen();
    };
  } catch {
    // Browsers of phones know the word and refuse the call.
  }
}
