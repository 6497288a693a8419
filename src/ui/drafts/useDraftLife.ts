import { useEffect, useRef, useState } from 'react';
import { DRAFT_SENT, type DraftSent, personChannel } from '#contract/realtime.ts';
import { CallFailure, wasRefused } from '#data/http.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import { live } from '../live/live.ts';
import type { SavedVersion } from './draftSaver.ts';

/** A draft's identity on this page, from its beginning to its only sending (docs/domain.md 13, One sending per draft). */
export interface DraftLife {
  /** Set once the draft was sent on another page or device: it cannot be sent here any more. */
  end: DraftSent | null;
  /** The id under which it is saved. */
  id: () => string;
  /** Takes over the identity of a stored draft; with null, the server holds none yet. */
  adopt: (found: SavedVersion | null) => void;
  /** Sends the draft: the call gets the options that make the server end it. */
  send: <T>(version: number, call: (options: { draft?: string }) => Promise<T>) => Promise<T>;
  /** Begins a new draft, after this page has sent or discarded the former one. */
  renew: () => void;
  /** The person goes on with what stands on the page, as a new draft. */
  continueAsNew: () => void;
  /** Whether the failure means that the draft was sent elsewhere, which is then shown. */
  hasEnded: (error: unknown) => boolean;
}

/** @param onEnd called when the draft was sent elsewhere; what is typed from then on belongs to a new one */
export function useDraftLife(onEnd: () => void): DraftLife {
  const [end, setEnd] = useState<DraftSent | null>(null);
  const ids = useRef({ saved: crypto.randomUUID() as string, sent: '', known: false });
  ids.current.sent ||= ids.current.saved;
  const told = useRef('');
  /** The draft that this page is sending, or has sent without learning the outcome. */
  const own = useRef('');
  const tell = useStableCallback((sent: DraftSent) => {
    if (sent.rascunho !== ids.current.sent || told.current === sent.rascunho) return;
    told.current = sent.rascunho;
    ids.current.saved = crypto.randomUUID();
    setEnd(sent);
    onEnd();
  });
  const person = currentInitialLoad()?.colaborador.id;
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(person), {
      onEvent: ({ event, data }) => {
        const sent = data as unknown as DraftSent;
        // It may be this page's own sending: its response says so, or that of a retry, which changes nothing.
        if (event === DRAFT_SENT && sent.rascunho !== own.current) tell(sent);
      },
    });
  }, [person, tell]);

  const begin = (id: string) => {
    ids.current = { ...ids.current, saved: id, sent: id };
    setEnd(null);
  };
  return {
    end,
    id: () => ids.current.saved,
    adopt: useStableCallback((found) => {
      ids.current.known = true;
      if (found?.id && told.current !== ids.current.sent) begin(found.id);
    }),
    send: useStableCallback(async (version, call) => {
      const { known, sent } = ids.current;
      own.current = sent;
      try {
        // A back end that has no drafts does not know the header either.
        const answer = await call(known ? { draft: version > 0 ? `${sent}/${version}` : sent } : {});
        begin(crypto.randomUUID());
        return answer;
      } catch (error) {
        const elsewhere = endIn(error);
        if (elsewhere) tell(elsewhere);
        if (wasRefused(error)) own.current = '';
        throw error;
      }
    }),
    renew: useStableCallback(() => begin(crypto.randomUUID())),
    continueAsNew: useStableCallback(() => begin(ids.current.saved)),
    hasEnded: useStableCallback((error) => {
      const sent = endIn(error);
      if (sent) tell(sent);
      return sent !== null;
    }),
  };
}

/** What the draft became, in the server's refusal to send or save it again. */
export function endIn(error: unknown): DraftSent | null {
  if (!(error instanceof CallFailure) || error.status !== 409) return null;
  return (error.body as { enviado?: DraftSent } | undefined)?.enviado ?? null;
}
