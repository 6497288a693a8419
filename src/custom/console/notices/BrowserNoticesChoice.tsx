import CheckOutlined from '@mui/icons-material/CheckOutlined';
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { ticketWording } from '../../../dataProvider/session.ts';
import {
  notificationsDenied,
  notificationsEnabled,
  setNotificationsEnabled,
  supportsNotifications,
} from './browserNotices.ts';

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
