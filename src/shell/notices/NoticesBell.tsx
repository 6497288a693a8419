import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { Suspense, useEffect, useState } from 'react';
import { noticeRoutes } from '#contract/sac/notices.ts';
import { useRoute } from '#data/useRoute.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { setUnreadCount } from '#ui/shell/tabTitle.ts';

/** Polling interval for the unread count while the page is in front, in ms. */
const POLL_INTERVAL_MS = 60_000;

/** The bell of the top bar with the number of unread notices, which the tab and the app's icon show too; opens their list. */
export function NoticesBell() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useRoute(noticeRoutes.unread, {}, { refetchInterval: POLL_INTERVAL_MS });
  const unread = data?.total ?? 0;
  useEffect(() => setUnreadCount(unread), [unread]);
  // Whoever signs in next has a bell of their own, or none.
  useEffect(() => () => setUnreadCount(0), []);
  const label = unread === 0 ? 'Avisos' : unread === 1 ? 'Avisos: 1 não lido' : `Avisos: ${unread} não lidos`;
  return (
    <>
      <Hint text={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <NotificationsOutlined />
          {unread > 0 && <Count aria-hidden>{unread > 99 ? '99+' : unread}</Count>}
        </IconButton>
      </Hint>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Avisos',
            sx: { width: 400, maxWidth: 'calc(100% - 32px)', mt: 1 },
          },
        }}
      >
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <NoticesPanel unread={unread} onLeave={() => setAnchor(null)} />
        </Suspense>
      </Popover>
    </>
  );
}

const NoticesPanel = lazyScreen(() => import('./NoticesPanel.tsx'), 'NoticesPanel');

const Count = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  right: 0,
  minWidth: 16,
  padding: '0 4px',
  borderRadius: 8,
  fontSize: '0.6875rem',
  lineHeight: '16px',
  fontWeight: 600,
  textAlign: 'center',
  color: theme.vars.palette.actions.perigo.contrast,
  backgroundColor: theme.vars.palette.actions.perigo.main,
}));
