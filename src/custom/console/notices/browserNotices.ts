import type { Identifier } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { personChannel, TICKET_FOR_YOU, type TicketForYou } from '../../../../contract/realtime.ts';
import { useStableCallback } from '../../../ui/components/useStableCallback.ts';
import { live } from '../../../ui/live/live.ts';

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
function notifyOutOfSight(person: string | number, { title, body, tag, onOpen }: BrowserNotice): void {
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

/** Tells by the browser that a ticket became the person's, or was written in, while the page is out of sight. */
export function useBrowserNotices(person: Identifier | undefined): void {
  const navigate = useNavigate();
  const open = useStableCallback((id: number) => void navigate(`/tickets/${id}`));
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(Number(person)), {
      onEvent: ({ event, data }) => {
        if (event !== TICKET_FOR_YOU) return;
        const news = data as unknown as TicketForYou;
        notifyOutOfSight(person, { ...wordsOf(news), tag: `ticket-${news.id}`, onOpen: () => open(news.id) });
      },
    });
  }, [person, open]);
}

/** No word of what was written: a locked screen shows it to whoever passes. */
function wordsOf({ id, motivo, por }: TicketForYou) {
  if (por === null) return { title: 'Resposta à sua solicitação', body: `Solicitação ${id}` };
  return motivo === 'MENSAGEM'
    ? { title: `Nova mensagem no ticket ${id}`, body: `De ${por.nome}` }
    : { title: `O ticket ${id} é seu`, body: `Passado por ${por.nome}` };
}
