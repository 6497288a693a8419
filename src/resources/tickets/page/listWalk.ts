import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { call } from '#data/call.ts';
import { ticketWording } from '#data/session.ts';
import { routeKey } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { listPageOf, positionInList, savedListPage, saveListPage } from '../list/listPlace.ts';

/** What the address carries to a ticket that somebody came to in order to answer it. */
const ANSWERING = { responder: true } as const;

/**
 * Whether the person came here from an answer to the ticket before, so that the next one can be typed at once. It holds for this
 * arrival: whoever loads the page again or returns to it comes to read.
 */
export function useIsAnswering(): boolean {
  const { state, pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const arrives = (state as Partial<typeof ANSWERING> | null)?.responder === true;
  const [answering] = useState(arrives);
  useEffect(() => {
    if (arrives) navigate({ pathname, search, hash }, { replace: true, state: null });
  }, [arrives, navigate, pathname, search, hash]);
  return answering;
}

/**
 * The list last shown in this tab, as seen from one of its tickets, even beyond its page. Each step replaces the current
 * history entry, so that 'back' returns to the list.
 */
export function useListWalk(idTicket: number) {
  const navigate = useNavigate();
  const notify = useNotify();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const walk = savedListPage();
  const place = walk ? positionInList(walk, idTicket) : 0;
  const { ids = [], paginator } = walk ?? {};
  const at = ids.indexOf(idTicket);
  const previous = place > 0 && (at > 0 || paginator?.anterior !== undefined);
  const next = place > 0 && (at < ids.length - 1 || paginator?.proximo !== undefined);

  const open = (id: number, state?: typeof ANSWERING) =>
    navigate(`/tickets/${id}`, { replace: true, ...(state && { state }) });
  const leave = (said = '') => {
    navigate('/tickets', { replace: true });
    notify([said, ticketWording('Este era o último ticket da lista.')].filter(Boolean).join(' '), {
      type: 'success',
    });
  };
  const go = async (step: 1 | -1, state?: typeof ANSWERING) => {
    if (!walk) return;
    const beside = walk.ids[at + step];
    if (beside !== undefined) return open(beside, state);
    const cursor = step > 0 ? walk.paginator.proximo : walk.paginator.anterior;
    setBusy(true);
    try {
      // A list that was scrolled has several pages.
      const pages = Math.max(1, Math.ceil(walk.ids.length / walk.paginator.per_page));
      const page = walk.paginator.current_page + (step > 0 ? pages : step);
      const input = { query: { ...walk.query, page, cursor } };
      const answer = await client.fetchQuery({
        queryKey: routeKey(ticketRoutes.list, input),
        queryFn: () => call(ticketRoutes.list, input),
      });
      const id = answer.itens.at(step > 0 ? 0 : -1)?.id;
      if (id !== undefined) {
        saveListPage(listPageOf(walk.query, answer.itens, answer.paginator));
        open(id, state);
        // What left the list meanwhile leaves nothing behind its last page, nor before its first.
      } else if (step > 0) leave();
      else notify(ticketWording('Não há mais tickets da lista antes deste.'), { type: 'info' });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return {
    /** Counted from 1; 0 for a ticket that the list did not show. */
    place,
    total: paginator?.total ?? 0,
    previous,
    next,
    busy,
    go,
    /**
     * Leads to the next ticket, ready to be answered; from the last one back to the list.
     * @param said what was done to this one, unless that is said elsewhere
     */
    goOn: (said: string): void => {
      if (next) {
        if (said) notify(said, { type: 'success' });
        void go(1, ANSWERING);
      } else leave(said);
    },
  };
}
