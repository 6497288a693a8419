import { useQueryClient } from '@tanstack/react-query';
import { useGetIdentity } from 'ra-core';
import { useEffect } from 'react';
import { NOTICES_CHANGED, NOTICES_CHANNEL } from '../../../contract/realtime.ts';
import { noticeRoutes } from '../../../contract/sac/notices.ts';
import { routeKey } from '../../dataProvider/useRoute.ts';
import { live, openTransport } from '../../ui/live/live.ts';
import { SpaceNote } from '../../ui/live/SpaceNote.tsx';
import { StaleNote } from '../../ui/live/StaleNote.tsx';
import { useCan } from '../../ui/shell/useCan.ts';
import { useBrowserNotices } from './notices/useBrowserNotices.ts';
import { useNegotiationNews } from './useNegotiationNews.ts';

/** Holds the live connection while a person is signed in, keeps the bell right, says when a page grows old and when the disk runs full. */
export function LiveShell() {
  const { identity } = useGetIdentity();
  const person = identity?.id;
  useEffect(() => {
    if (person === undefined) return;
    live.start(openTransport);
    return live.stop;
  }, [person]);
  useNoticesLive();
  useNegotiationNews(person);
  useBrowserNotices(person);
  return (
    <>
      <StaleNote />
      <SpaceNote />
    </>
  );
}

function useNoticesLive() {
  const client = useQueryClient();
  const { can } = useCan();
  const reads = can('SAC_AVISOS');
  useEffect(() => {
    if (!reads) return;
    const renew = () => {
      for (const route of [noticeRoutes.unread, noticeRoutes.list])
        void client.invalidateQueries({ queryKey: routeKey(route) });
    };
    return live.listen(NOTICES_CHANNEL, {
      onEvent: ({ event }) => event === NOTICES_CHANGED && renew(),
      onMissed: renew,
    });
  }, [client, reads]);
}
