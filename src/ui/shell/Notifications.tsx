import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningOutlined from '@mui/icons-material/WarningAmberOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import {
  CloseNotificationContext,
  type NotificationPayload,
  useNotificationContext,
  useTranslate,
} from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

interface Shown {
  id: number;
  payload: NotificationPayload;
}

let lastId = 0;

/**
 * Shows messages from `useNotify`, newest at the bottom, at most three at a time, over the top bar, so that fields and a
 * form's final buttons stay accessible. It is next to the application in the page's body and exists only while there are
 * toasts, so that an open dialog does not hide it from screen readers.
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

const KINDS = {
  success: { Icon: CheckCircleOutlined, color: 'sucesso' },
  info: { Icon: InfoOutlined, color: 'informacao' },
  warning: { Icon: WarningOutlined, color: 'aviso' },
  error: { Icon: ErrorOutlined, color: 'perigo' },
} as const;

interface ToastProps {
  payload: NotificationPayload;
  onClose: () => void;
}

/** One message. Its timer pauses while it is hovered or focused; line breaks from the server are kept. */
function Toast({ payload, onClose }: ToastProps) {
  const { message, type, notificationOptions: options = {} } = payload;
  const { Icon, color } = KINDS[type] ?? KINDS.info;
  const translate = useTranslate();
  const [held, setHeld] = useState(false);
  useTimeout(
    onClose,
    held ? null : (options.autoHideDuration ?? TOAST_MS),
    options.autoHideDuration === null,
  );

  return (
    <CloseNotificationContext.Provider value={onClose}>
      <Card
        role={type === 'error' ? 'alert' : 'status'}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <Icon aria-hidden sx={{ color: (t) => t.vars.palette.actions[color].text }} />
        <div className="text">
          {typeof message === 'string' ? translate(message, options.messageArgs) : message}
        </div>
        <IconButton size="small" aria-label="Fechar" onClick={onClose}>
          <CloseOutlined fontSize="small" />
        </IconButton>
      </Card>
    </CloseNotificationContext.Provider>
  );
}

/**
 * Runs once after `ms`; null pauses, and a new value restarts the timer. `never` is for toasts that the person must close.
 */
function useTimeout(run: () => void, ms: number | null, never: boolean) {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (ms === null || never) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [ms, never]);
}

const Card = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    pointerEvents: 'auto',
    display: 'flex',
    alignItems: 'flex-start',
    gap: 8,
    width: 'fit-content',
    maxWidth: 440,
    padding: '8px 8px 8px 12px',
    borderRadius: 8,
    border: `1px solid ${components.linha}`,
    backgroundColor: components.elevada,
    color: components.texto,
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.14)',
    '& > svg': { flex: 'none', marginTop: 4 },
    '& .text': { padding: '4px 0', minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
    [theme.breakpoints.down('sm')]: { width: '100%', maxWidth: 'none', '& .text': { flex: 1 } },
  };
});

/** How long a toast is shown, in ms (document 002 section 9). */
const TOAST_MS = 3000;
/** For generic fetch failures and refused files. */
export const LONG_TOAST_MS = 5000;
