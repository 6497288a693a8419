import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type TicketDraft, ticketInputOf } from '../../../../contract/rules/ticketDraft.ts';
import { ticketRoutes } from '../../../../contract/sac/tickets.ts';
import { attemptKeys } from '../../../dataProvider/attemptKeys.ts';
import { call } from '../../../dataProvider/call.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import type { Result } from '../../../ui/shell/dialogs/ResultDialog.tsx';
import { errorText, requestIdOf } from '../../../ui/shell/errorText.ts';

interface Options {
  /** The draft must not be saved any more while, or after, it becomes a ticket. */
  beforeSend: () => Promise<void>;
  onRefused: (fields: Record<string, string>) => void;
}

/** Sends the ticket, once at a time. */
export function useCreation({ beforeSend, onRefused }: Options) {
  const [result, setResult] = useState<Result | null>(null);
  const [ticketId, setTicketId] = useState<number | null>(null);
  const running = useRef(false);
  const keyOf = useRef(attemptKeys()).current;
  const queries = useQueryClient();

  const send = async (draft: TicketDraft) => {
    if (running.current) return;
    running.current = true;
    setResult({ state: 'progress' });
    try {
      await beforeSend();
      const body = ticketInputOf(draft);
      const { data } = await call(ticketRoutes.create, { body }, { idempotencyKey: keyOf(body) });
      setTicketId(data.id ?? null);
      setResult({ state: 'success', text: inWords(data.message) });
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      setResult(failed(error, fields));
      onRefused(fields);
    } finally {
      running.current = false;
      // Lists hold the new ticket, and what may still be returned has changed, for us or for somebody else.
      void queries.invalidateQueries();
    }
  };

  return { send, result, ticketId, created: result?.state === 'success', dismiss: () => setResult(null) };
}

/** The server's sentence, and below it what it says of the fields, each once. */
function failed(error: unknown, fields: Record<string, string>): Result {
  const text = errorText(error);
  const details = [...new Set(Object.values(fields))].filter((detail) => detail !== text).slice(0, 5);
  const requestId = requestIdOf(error);
  return { state: 'error', text: [text, ...details].join('\n'), ...(requestId && { requestId }) };
}
