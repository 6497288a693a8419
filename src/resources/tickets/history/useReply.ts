import { useEffect, useRef, useState } from 'react';
import type { KeptDraft } from '#contract/config/platform.ts';
import type { Output } from '#contract/route.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { conversationRoutes, type MessageInput } from '#contract/sac/tickets/ticketConversation.ts';
import { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand } from '#data/useRoute.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import {
  conflictOf,
  createDraftSaver,
  type DraftSaver,
  type OpenedDraft,
  openDraft,
  refusalOf,
  removeDraft,
  type SavedVersion,
  type SaveState,
  useFlushes,
  writeDraft,
} from '#ui/drafts/draftSaver.ts';
import { endIn, useDraftLife } from '#ui/drafts/useDraftLife.ts';
import { errorText, requestIdOf } from '#ui/shell/states/StateMessage.tsx';
import { EMPTY_REPLY, type ReplyDraft, savedReply } from './replyDraft.ts';

interface Options {
  mayInternal: boolean;
  /** Called when the content was replaced by the server's version, which the editor must load. */
  onReplaced: (draft: ReplyDraft) => void;
}

/**
 * The reply that a person is writing to a ticket, saved on the server within two seconds of the last keystroke (docs/domain.md 17,
 * Reliability). Unlike other drafts, it asks when another page or device has saved in between: two half-written answers to a
 * customer differ, and neither may get lost unseen.
 */
export function useReplyDraft(idTicket: number, { mayInternal, onReplaced }: Options) {
  const objeto = draftName('reply', idTicket);
  const [draft, setDraft] = useState(EMPTY_REPLY);
  const [ready, setReady] = useState(false);
  const [restored, setRestored] = useState(false);
  const [state, setState] = useState<SaveState>({ kind: 'none' });
  const [kept, setKept] = useState<readonly KeptDraft[]>([]);
  const newest = useRef(draft);
  const life = useDraftLife(() => saver().ended());

  const saverFrom = (version: number): DraftSaver => {
    const saver: DraftSaver = createDraftSaver({
      save: async (content, known) => {
        const saved = await writeDraft(objeto, content, known, life.id());
        life.adopt(saved);
        return saved;
      },
      conflictOf,
      hasEnded: life.hasEnded,
      refusalOf,
      onState: (next) => saver === saverRef.current && setState(next),
      version,
    });
    return saver;
  };
  const saverRef = useRef<DraftSaver>(undefined);
  const saver = () => {
    saverRef.current ??= saverFrom(0);
    return saverRef.current;
  };
  useFlushes(useStableCallback(saver));

  const put = (next: ReplyDraft) => {
    newest.current = next;
    setDraft(next);
  };
  const read = useStableCallback((content: unknown) => savedReply(content, mayInternal));
  const begin = useStableCallback((opened: OpenedDraft<ReplyDraft>) => {
    saverRef.current = saverFrom(opened.found?.versao ?? 0);
    life.adopt(opened.found);
    setKept(opened.kept);
    if (!opened.found || !opened.value) return;
    put(opened.value);
    setRestored(true);
    setState({ kind: 'saved', at: opened.found.atualizado });
  });
  useEffect(() => {
    let isGone = false;
    openDraft(objeto, read)
      .then((opened) => !isGone && begin(opened))
      // If the draft cannot be read now, an existing one will be reported as a conflict by the first save.
      .catch(() => {})
      .finally(() => !isGone && setReady(true));
    return () => {
      isGone = true;
    };
  }, [objeto, read, begin]);
  const takeOther = async () => {
    const opened = await openDraft(objeto, read);
    setKept(opened.kept);
    // There is nothing to take over, so what is written here stays.
    if (!opened.found) return saver().overwrite(null);
    const other = opened.value ?? EMPTY_REPLY;
    saver().adopt(opened.found);
    life.adopt(opened.found);
    put(other);
    onReplaced(other);
  };

  return {
    draft,
    ready,
    restored,
    state,
    kept,
    life,
    send: <A>(call: (options: { draft?: string }) => Promise<A>) => life.send(saver().version(), call),
    /**
     * Merges into the newest draft, because an upload may finish after later renders and must not revert what was typed
     * since.
     */
    change: useStableCallback((part: Partial<ReplyDraft>) => {
      put({ ...newest.current, ...part });
      saver().changed(newest.current);
    }),
    conflicts: {
      objeto,
      onKeepMine: (current: SavedVersion | null) => saver().overwrite(current),
      /** Reads the draft again; any part of it that cannot be read is set aside first. */
      onTakeOther: () => void takeOther().catch(() => {}),
    },
    /** Nothing is saved while sending, since a later save would leave a draft of the sent reply. */
    pause: () => saver().stop(),
    resume: () => saver().resume(),
    /** Called after sending, when the server has deleted its draft. */
    finish: () => {
      saverRef.current = saverFrom(0);
      put({
        ...EMPTY_REPLY,
        tipo: newest.current.tipo === 'ENCAMINHAMENTO' ? 'PUBLICO' : newest.current.tipo,
      });
      setRestored(false);
      setState({ kind: 'none' });
      onReplaced(EMPTY_REPLY);
    },
    discard: async () => {
      await saver().stop();
      try {
        await removeDraft(objeto);
      } catch (error) {
        saver().resume();
        throw error;
      }
      life.renew();
      saverRef.current = saverFrom(0);
      put(EMPTY_REPLY);
      setRestored(false);
      setState({ kind: 'none' });
      onReplaced(EMPTY_REPLY);
    },
  };
}

interface ReplyFailure {
  text: string;
  fields: Record<string, string>;
  requestId: string | undefined;
}

export type Sent = Pick<Output<typeof conversationRoutes.postMessage>['data'], 'message' | 'versao'>;

interface SendOptions {
  before: () => Promise<void>;
  /** Sends the draft with a call. */
  sendDraft: <A>(call: (options: { draft?: string }) => Promise<A>) => Promise<A>;
  onSent: () => void;
  onFailed: () => void;
}

/** Sends a reply, one submission at a time; a retry after a lost response does not write it twice. */
export function useSendReply(idTicket: number, { before, sendDraft, onSent, onFailed }: SendOptions) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ReplyFailure | null>(null);
  const running = useRef(false);
  const command = useCommand();
  const refetch = useRefetch();

  /** What the server says of the message, and the ticket's version after it; `null` if it was not sent. */
  const send = async (body: MessageInput): Promise<Sent | null> => {
    if (running.current) return null;
    running.current = true;
    setSending(true);
    setFailure(null);
    try {
      await before();
      const { data } = await sendDraft((options) =>
        command(conversationRoutes.postMessage, { params: { idTicket }, body }, options),
      );
      onSent();
      return data;
    } catch (error) {
      // DraftEnd says what became of a draft that was sent elsewhere.
      if (!endIn(error))
        setFailure({
          text: errorText(error),
          fields: error instanceof CallFailure ? error.fields : {},
          requestId: requestIdOf(error),
        });
      onFailed();
      return null;
    } finally {
      running.current = false;
      setSending(false);
      // Status, timeline, files and lists have changed, possibly through another user.
      void refetch(conversationRoutes.postMessage);
    }
  };
  return { send, sending, failure, forget: () => setFailure(null) };
}
