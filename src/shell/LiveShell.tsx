import { useQueryClient } from '@tanstack/react-query';
import { type Identifier, useGetIdentity, useNotify } from 'ra-core';
import { Suspense, useEffect, useState } from 'react';
import { incomingCallRoutes } from '#contract/callcenter/agendas/incomingCalls.ts';
import { wordRoutes } from '#contract/config/words.ts';
import {
  CALL_CHANGED,
  CONSOLE_CHANNEL,
  NEGOTIATION_CHANGED,
  NOTICES_CHANGED,
  NOTICES_CHANNEL,
  personChannel,
  WORDS_CHANGED,
} from '#contract/realtime.ts';
import { noticeRoutes } from '#contract/sac/notices.ts';
import { setWords } from '#contract/words/words.ts';
import { call } from '#data/call.ts';
import { storeForPerson } from '#data/session.ts';
import { routeKey } from '#data/useRoute.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { DiskSpaceAlert, StaleNote } from '#ui/live/LiveNotes.tsx';
import { live, openTransport } from '#ui/live/live.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useBrowserNotices } from './notices/browserNotices.tsx';

/**
 * Holds the live connection while a person is signed in, keeps the bell up to date, and warns when the page is outdated or
 * the disk is filling up.
 */
export function LiveShell() {
  const { identity } = useGetIdentity();
  const person = identity?.id;
  useEffect(() => {
    if (person === undefined) return;
    live.start(openTransport);
    return live.stop;
  }, [person]);
  useNoticesLive(person);
  useWordsLive(person);
  useNegotiationNews(person);
  const calls = useCalls(person);
  useBrowserNotices(person, { notices: useCan().can('SAC_AVISOS') });
  return (
    <>
      <StaleNote />
      <DiskSpaceAlert />
      {calls.rings && (
        <Suspense>
          <IncomingCallCard {...calls.card} />
        </Suspense>
      )}
    </>
  );
}

/** Reads the company's words again when somebody published others; whatever is shown says them at once. */
function useWordsLive(person: Identifier | undefined) {
  useEffect(() => {
    if (person === undefined) return;
    const renew = async () => {
      try {
        setWords(await call(wordRoutes.current, {}));
      } catch {
        // The words of before stay until the next change or visit.
      }
    };
    return live.listen(CONSOLE_CHANNEL, {
      onEvent: ({ event }) => event === WORDS_CHANGED && void renew(),
      onMissed: () => void renew(),
    });
  }, [person]);
}

function useNoticesLive(person: Identifier | undefined) {
  const client = useQueryClient();
  const { can } = useCan();
  const reads = can('SAC_AVISOS');
  useEffect(() => {
    if (!reads) return;
    const renew = () => {
      for (const route of [noticeRoutes.unread, noticeRoutes.list])
        void client.invalidateQueries({ queryKey: routeKey(route) });
    };
    const channels = [NOTICES_CHANNEL, ...(person === undefined ? [] : [personChannel(Number(person))])];
    const ends = channels.map((channel) =>
      live.listen(channel, {
        onEvent: ({ event }) => event === NOTICES_CHANGED && renew(),
        onMissed: renew,
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [client, reads, person]);
}

const IncomingCallCard = lazyScreen(() => import('./incomingCall/IncomingCallCard.tsx'), 'IncomingCallCard');

/** Remembers that a call is on the screen, so that it is there again when the page is loaded anew. */
const RINGING = 'balcao.ligacao';

/** Whether a call comes in on the person's line, or its outcome is still to be said. */
function useCalls(person: Identifier | undefined) {
  const client = useQueryClient();
  const [gone, setGone] = useState(0);
  const [rings, setRings] = useState(() => isRinging(person));
  const remember = (on: boolean) => {
    try {
      if (on) storeForPerson(sessionStorage, RINGING, String(person));
      else sessionStorage.removeItem(RINGING);
    } catch {
      // If the browser refuses storage, a new page waits for the next news of the call.
    }
  };
  const ring = useStableCallback(() => {
    setRings(true);
    remember(true);
    void client.invalidateQueries({ queryKey: routeKey(incomingCallRoutes.mine) });
  });
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(Number(person)), {
      onEvent: ({ event }) => event === CALL_CHANGED && ring(),
    });
  }, [person, ring]);
  const card = {
    gone,
    // The card stays to be brought back, but no new page shows it.
    onHide: (id: number) => {
      remember(false);
      setGone(id);
    },
    onBack: () => {
      remember(true);
      setGone(0);
    },
    onEnd: (id: number) => {
      setRings(false);
      remember(false);
      setGone(id);
    },
  };
  return { rings, card };
}

function isRinging(person: Identifier | undefined): boolean {
  try {
    return person !== undefined && sessionStorage.getItem(RINGING) === String(person);
  } catch {
    return false;
  }
}

/** Notifies the person who requested a price, on whatever screen they are, once it has been decided. */
function useNegotiationNews(person: Identifier | undefined): void {
  const notify = useNotify();
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(Number(person)), {
      onEvent: ({ event, data }) => {
        if (event === NEGOTIATION_CHANGED) notify(newsText(data), { type: 'info' });
      },
    });
  }, [person, notify]);
}

/** 'Sílvia Moura autorizou 2 preços do orçamento 12.' */
function newsText({ ids, status, idPedido, por }: Record<string, unknown>): string {
  const count = Array.isArray(ids) ? ids.length : 1;
  const who = (por as { nome?: string } | null)?.nome ?? 'Alguém';
  const what = count === 1 ? 'um preço' : `${count} preços`;
  return `${who} ${status === 'A' ? 'autorizou' : 'negou'} ${what} do orçamento ${idPedido}.`;
}
