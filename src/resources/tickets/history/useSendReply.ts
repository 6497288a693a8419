import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import { conversationRoutes, type MessageInput } from '../../../../contract/sac/ticketConversation.ts';
import { attemptKeys } from '../../../dataProvider/attemptKeys.ts';
import { call } from '../../../dataProvider/call.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { errorText, requestIdOf } from '../../../ui/shell/errorText.ts';

export interface ReplyFailure {
  text: string;
  fields: Record<string, string>;
  requestId: string | undefined;
}

interface Options {
  before: () => Promise<void>;
  onSent: () => void;
  onFailed: () => void;
}

/** Sends a reply, once at a time; a repeat after a lost answer writes nothing twice. */
export function useSendReply(idTicket: number, { before, onSent, onFailed }: Options) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ReplyFailure | null>(null);
  const running = useRef(false);
  const keyOf = useRef(attemptKeys());
  const notify = useNotify();
  const queries = useQueryClient();

  const send = async (body: MessageInput) => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    setFailure(null);
    try {
      await before();
      const { data } = await call(
        conversationRoutes.postMessage,
        { params: { idTicket }, body },
        { idempotencyKey: keyOf.current(body) },
      );
      // The same words may be sent a second time, on purpose.
      keyOf.current.done();
      onSent();
      notify(inWords(data.message), { type: 'success' });
    } catch (error) {
      setFailure({
        text: errorText(error),
        fields: error instanceof CallFailure ? error.fields : {},
        requestId: requestIdOf(error),
      });
      onFailed();
    } finally {
      running.current = false;
      setSending(false);
      // Status, timeline, files and lists say something else now, also when somebody else was the reason.
      void queries.invalidateQueries();
    }
  };
  return { send, sending, failure, forget: () => setFailure(null) };
}
