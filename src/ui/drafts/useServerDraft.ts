import { useEffect, useRef, useState } from 'react';
import type { KeptDraft } from '#contract/config/platform.ts';
import type { DraftAnswer } from '#contract/rules/draftReading.ts';
import type { DraftName } from '#contract/rules/drafts.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import {
  conflictOf,
  createDraftSaver,
  type DraftSaver,
  keepDraft,
  type OpenedDraft,
  openDraft,
  refusalOf,
  removeDraft,
  type SaveState,
  useFlushes,
  writeDraft,
} from './draftSaver.ts';
import { type DraftLife, useDraftLife } from './useDraftLife.ts';

interface Options<T> {
  /** The value before anything has been entered. */
  empty: T;
  /** Reads a saved draft as far as possible; unreadable parts are set aside and reported. */
  read: (content: unknown) => DraftAnswer<T>;
  /** False when nothing is being edited, e.g. while a dialog is closed. */
  active?: boolean;
}

export interface ServerDraft<T> {
  value: T;
  change: (next: T) => void;
  /** False until the server has reported whether there is a draft; input typed meanwhile takes precedence over it. */
  ready: boolean;
  /** Whether the value was restored from the server, which the screen should mention. */
  restored: boolean;
  /** For SaveStatus. */
  state: SaveState;
  /** Drafts of this object that could not be resumed; for KeptDrafts. */
  kept: readonly KeptDraft[];
  /** For DraftEnd; while its `end` is set, nothing can be sent. */
  life: DraftLife;
  /** Sends the draft with a call, which ends it on the server. Nothing is saved meanwhile. */
  send: <A>(call: (options: { draft?: string }) => Promise<A>) => Promise<A>;
  /** Shows another value that is not worth a draft; a draft of the former one is deleted. */
  show: (next: T) => void;
  /** Clears the value, and deletes the draft unless it was sent. */
  discard: () => Promise<void>;
}

/**
 * A person's unfinished work on an object, saved on the server within two seconds of the last keystroke and available on
 * other devices (docs/domain.md 18). The latest input wins, and what another page saved meanwhile is set aside, so
 * there is no conflict to resolve. Files are stored as FileRefs. A different `objeto` starts over; the caller gives the
 * component a `key` derived from it.
 */
export function useServerDraft<T>(
  objeto: DraftName,
  { empty, read, active = true }: Options<T>,
): ServerDraft<T> {
  const [value, setValue] = useState(empty);
  const [loaded, setLoaded] = useState(false);
  const [restored, setRestored] = useState(false);
  const [state, setState] = useState<SaveState>({ kind: 'none' });
  const [kept, setKept] = useState<readonly KeptDraft[]>([]);
  const typed = useRef(false);
  const readNow = useStableCallback(read);
  const removed = useRef<Promise<void>>(Promise.resolve());
  const sent = useRef(false);
  const life = useDraftLife(() => ref.current?.ended());

  const newSaver = () => {
    const saver: DraftSaver = createDraftSaver({
      // A pending deletion must finish before the next draft is saved.
      save: async (content, known) => {
        await removed.current;
        const saved = await writeDraft(objeto, content, known, life.id());
        life.adopt(saved);
        return saved;
      },
      conflictOf,
      hasEnded: life.hasEnded,
      refusalOf,
      aside: async ({ versao }) => {
        const other = await keepDraft(objeto, versao);
        setKept((before) => [other, ...before]);
      },
      onState: (next) => ref.current === saver && setState(next),
      version: 0,
    });
    return saver;
  };
  const ref = useRef<DraftSaver>(undefined);
  ref.current ??= newSaver();
  useFlushes(useStableCallback(() => (ref.current ??= newSaver())));

  const found = useStableCallback((opened: OpenedDraft<T>) => {
    setKept((before) => [...before, ...opened.kept]);
    life.adopt(typed.current ? null : opened.found);
    // Input typed before the response takes precedence: its first save finds the other draft and sets it aside.
    if (typed.current) return;
    if (opened.found) ref.current?.adopt(opened.found, opened.value === null);
    if (opened.value === null) return;
    setValue(opened.value);
    setRestored(true);
  });
  useEffect(() => {
    if (!active || loaded) return;
    let isGone = false;
    openDraft(objeto, readNow)
      .then((opened) => !isGone && found(opened))
      // If the draft cannot be loaded, the person starts with an empty one; a failing save reports its own status.
      .catch(() => {})
      .finally(() => !isGone && setLoaded(true));
    return () => {
      isGone = true;
    };
  }, [objeto, active, loaded, found, readNow]);

  const change = useStableCallback((next: T) => {
    typed.current = true;
    sent.current = false;
    setValue(next);
    ref.current?.changed(next);
  });
  const startOver = useStableCallback(async (next: T) => {
    const old = ref.current;
    typed.current = false;
    ref.current = newSaver();
    setValue(next);
    setRestored(false);
    setState({ kind: 'none' });
    if (sent.current) return;
    life.renew();
    const removal = (old?.stop() ?? Promise.resolve()).then(() => removeDraft(objeto));
    // The caller is notified of a failure; the saver only waits for completion.
    removed.current = removal.catch(() => {});
    await removal;
  });
  const show = useStableCallback((next: T) => {
    if (typed.current || restored) startOver(next).catch(() => {});
    else setValue(next);
  });
  const discard = useStableCallback(() => startOver(empty));
  const send: ServerDraft<T>['send'] = useStableCallback(async (call) => {
    const saver = ref.current;
    await saver?.stop();
    try {
      const answer = await life.send(saver?.version() ?? 0, call);
      // The server has deleted it; what another page wrote since then is not ours to delete.
      sent.current = true;
      if (ref.current === saver) ref.current = newSaver();
      return answer;
    } catch (error) {
      if (!life.hasEnded(error)) saver?.resume();
      throw error;
    }
  });
  return { value, change, ready: loaded, restored, state, kept, life, send, show, discard };
}
