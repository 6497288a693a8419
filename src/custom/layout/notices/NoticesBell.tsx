import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { Suspense, useState } from 'react';
import { noticeRoutes } from '../../../../contract/sac/notices.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { lazyScreen } from '../lazyScreen.ts';
import { ListSkeleton } from '../states/skeletons.tsx';

/** How often the count is asked for while the page is in front, in ms. */
const ASK_EVERY_MS = 60_000;

/** The bell of the top bar with the number of unread notices; opens their list. */
export function NoticesBell() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useRoute(noticeRoutes.unread, {}, { refetchInterval: ASK_EVERY_MS });
  const unread = data?.total ?? 0;
  const label = unread === 0 ? 'Avisos' : unread === 1 ? 'Avisos: 1 não lido' : `Avisos: ${unread} não lidos`;
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Badge badgeContent={unread} color="error" max={99}>
            <NotificationsOutlined />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': 'Avisos', sx: { width: 400, maxWidth: '100%', mt: 1 } },
        }}
      >
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <NoticesPanel unread={unread} />
        </Suspense>
      </Popover>
    </>
  );
}

const NoticesPanel = lazyScreen(() => import('./NoticesPanel.tsx'), 'NoticesPanel');
