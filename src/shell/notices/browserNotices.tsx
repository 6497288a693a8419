import CheckOutlined from '@mui/icons-material/CheckOutlined';
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import type { Identifier } from 'ra-core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  NOTICES_CHANGED,
  type NoticesChanged,
  personChannel,
  TICKET_FOR_YOU,
  type TicketForYou,
} from '#contract/realtime.ts';
import { noticeText } from '#contract/words/notices.ts';
import { ticketWording } from '#data/session.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { live } from '#ui/live/live.ts';

/** 'Avisar pelo navegador' in the user menu: the browser asks for permission only when this is pressed. */
export function BrowserNoticesChoice({ person }: { person: string | number }) {
  const [{ on, refused }, setChoice] = useState(() => ({
    on: notificationsEnabled(person),
    refused: notificationsDenied(),
  }));
  if (!supportsNotifications()) return null;
  return (
    <MenuItem
      role="menuitemcheckbox"
      aria-checked={on}
      onClick={async () =>
        setChoice({ on: await setNotificationsEnabled(person, !on), refused: notificationsDenied() })
      }
      sx={{ whiteSpace: 'normal', alignItems: 'flex-start' }}
    >
      <ListItemIcon sx={{ mt: 0.5 }}>
        <NotificationsActiveOutlined />
      </ListItemIcon>
      <ListItemText
        primary="Avisar pelo navegador"
        secondary={
          refused
            ? 'O navegador bloqueou os avisos deste site. Libere nas configurações dele.'
            : ticketWording('De mensagens e tickets para você, com esta página fora de vista.')
        }
        slotProps={{ primary: { variant: 'body2' }, secondary: { variant: 'caption' } }}
      />
      {on && <CheckOutlined fontSize="small" sx={{ ml: 1, mt: 0.5 }} />}
    </MenuItem>
  );
}

/*
 * Browser notifications, shown while the page is out of sight. The person requests them with a click, and the browser then
 * asks for permission. The browser stores the permission; the person's own choice is stored here, per person.
 */
const keyOf = (person: string | number) => `balcao.avisosDoNavegador.${person}`;

const supportsNotifications = (): boolean => typeof globalThis.Notification === 'function';
const notificationsDenied = (): boolean => supportsNotifications() && Notification.permission === 'denied';

function notificationsEnabled(person: string | number): boolean {
  if (!supportsNotifications() || Notification.permission !== 'granted') return false;
  try {
    return localStorage.getItem(keyOf(person)) === 'sim';
  } catch {
    return false;
  }
}

/** Must be called from the person's own click. Returns whether notifications are now on. */
async function setNotificationsEnabled(person: string | number, wanted: boolean): Promise<boolean> {
  if (wanted && Notification.permission === 'default') await Notification.requestPermission();
  try {
    if (wanted) localStorage.setItem(keyOf(person), 'sim');
    else localStorage.removeItem(keyOf(person));
  } catch {
    // If the browser refuses storage, the choice is simply not remembered.
  }
  return notificationsEnabled(person);
}

interface BrowserNotice {
  title: string;
  body: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
  onOpen: () => void;
}

/** Does nothing when the page is visible, the person did not opt in, or the browser denied permission. */
function notifyOutOfSight(person: string | number, { title, body, tag, onOpen }: BrowserNotice): void {
  if (!document.hidden || !notificationsEnabled(person)) return;
  try {
    const notice = new Notification(title, { body, tag, lang: 'pt-BR' });
    notice.onclick = () => {
      window.focus();
      notice.close();
      onOpen();
    };
  } catch {
    // Phone browsers have the constructor but throw when it is called.
  }
}

/**
 * While the page is out of sight, shows a browser notification when a ticket was assigned to the person, taken from them or
 * received a message, and when they have a notice of their own, which only those with a bell (`notices`) can read.
 */
export function useBrowserNotices(person: Identifier | undefined, { notices }: { notices: boolean }): void {
  const navigate = useNavigate();
  const open = useStableCallback((path: string) => void navigate(path));
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(Number(person)), {
      onEvent: ({ event, data }) => {
        if (event === NOTICES_CHANGED) {
          const { novo, link } = data as NoticesChanged;
          if (!novo || !notices) return;
          notifyOutOfSight(person, {
            title: noticeText('NAVEGADOR_NOVO', {}),
            body: noticeText('NAVEGADOR_NOVO_ONDE', {}),
            tag: 'aviso',
            onOpen: () => link && open(link),
          });
        }
        if (event !== TICKET_FOR_YOU) return;
        const news = data as unknown as TicketForYou;
        notifyOutOfSight(person, {
          ...wordsOf(news),
          tag: `ticket-${news.id}`,
          onOpen: () => open(`/tickets/${news.id}`),
        });
      },
    });
  }, [person, open, notices]);
}

/** Omits what was written, since a locked screen shows it to anyone passing by. */
function wordsOf({ id, motivo, por }: TicketForYou) {
  const ticket = { ticket: id };
  if (por === null)
    return {
      title: noticeText('NAVEGADOR_RESPOSTA', {}),
      body: noticeText('NAVEGADOR_RESPOSTA_QUAL', ticket),
    };
  const by = { pessoa: por.nome };
  return {
    MENSAGEM: {
      title: noticeText('NAVEGADOR_MENSAGEM', ticket),
      body: noticeText('NAVEGADOR_MENSAGEM_DE', by),
    },
    ATRIBUIDO: { title: noticeText('NAVEGADOR_SEU', ticket), body: noticeText('NAVEGADOR_SEU_POR', by) },
    RETIRADO: { title: noticeText('RETIRADO', ticket), body: noticeText('NAVEGADOR_RETIRADO_POR', by) },
  }[motivo];
}
