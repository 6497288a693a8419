import { styled } from '@mui/material/styles';
import { type NotificationPayload, useNotificationContext } from 'ra-core';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toast } from './Toast.tsx';

interface Shown {
  id: number;
  payload: NotificationPayload;
}

let lastId = 0;

/**
 * What `useNotify` says, newest at the bottom, at most three at a time, over the top bar: fields and the buttons that
 * end a form stay free. It lies beside the application in the page's body, and comes only with its toasts, so that an
 * open dialog does not hide it from screen readers.
 */
export function Notifications() {
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<Shown[]>([]);

  useEffect(() => {
    if (notifications.length === 0 || shown.length >= 3) return;
    const payload = takeNotification();
    if (payload) setShown((before) => [...before, { id: ++lastId, payload }]);
  }, [notifications, shown, takeNotification]);

  if (shown.length === 0) return null;
  return createPortal(
    <Stack>
      {shown.map(({ id, payload }) => (
        <Toast
          key={id}
          payload={payload}
          onClose={() => setShown((before) => before.filter((t) => t.id !== id))}
        />
      ))}
    </Stack>,
    document.body,
  );
}

const Stack = styled('div')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  right: 16,
  left: 16,
  zIndex: theme.zIndex.snackbar,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  pointerEvents: 'none',
}));
