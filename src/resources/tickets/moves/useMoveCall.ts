import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TicketConflict, TicketMoved, ticketMoveRoutes } from '../../../../contract/sac/ticketMoves.ts';
import { attemptKeys } from '../../../dataProvider/attemptKeys.ts';
import { call } from '../../../dataProvider/call.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { MOVE_ROUTES, MOVES, type MoveKind } from './moveKinds.ts';

export interface Refused {
  text: string;
  fields: Record<string, string>;
  requestId: string | undefined;
}

/** Sends a move, once at a time. A repeat of the same body carries the same key, so nothing happens twice. */
export function useMoveCall(kind: MoveKind, onDone: (moved: TicketMoved['data']) => void) {
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [conflict, setConflict] = useState<TicketConflict | null>(null);
  const running = useRef(false);
  const keyOf = useRef(attemptKeys()).current;
  const queries = useQueryClient();

  const send = async (idTicket: number, body: Record<string, unknown>) => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    setRefused(null);
    setConflict(null);
    try {
      // The bodies are built for their route by `bodyOf`; `archive` stands for them all.
      const route = MOVE_ROUTES[kind] as typeof ticketMoveRoutes.archive;
      const { data } = await call(route, { params: { idTicket }, body }, { idempotencyKey: keyOf(body) });
      onDone(data);
      void queries.invalidateQueries();
    } catch (error) {
      const current = ticketConflictOf(error);
      if (current) setConflict(current);
      else setRefused(refusalOf(error, inWords(MOVES[kind].failed)));
    } finally {
      running.current = false;
      setSending(false);
    }
  };

  return { send, sending, refused, conflict, refuse: setRefused, clearConflict: () => setConflict(null) };
}

/** What a 409 of a ticket tells. */
export function ticketConflictOf(error: unknown): TicketConflict | null {
  if (!(error instanceof CallFailure) || error.status !== 409) return null;
  const { atual } = (error.body ?? {}) as { atual?: TicketConflict };
  return atual && Array.isArray(atual.mudancas) ? atual : null;
}

function refusalOf(error: unknown, fallback: string): Refused {
  if (!(error instanceof CallFailure)) return { text: fallback, fields: {}, requestId: undefined };
  const silent = error.status > 0 && !hasSentence(error.body);
  return {
    text: silent ? fallback : error.message,
    fields: error.fields,
    requestId: error.requestId,
  };
}

const hasSentence = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ['err', 'error', 'message'].some((key) => key in body);
