import { useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../components/useStableCallback.ts';
import { createDraftSaver, type DraftSaver, type SaveState } from './draftSaver.ts';
import { readDraft, removeDraft, writeDraft } from './storedDraft.ts';
import { useFlushes } from './useFlushes.ts';

interface Options<T> {
  /** What stands before anything was written. */
  empty: T;
  /** The content of a saved draft; `null` when it is none of this version's shape: then it is not offered. */
  read: (content: unknown) => T | null;
  /** False where nothing is written, as while a dialog is closed. */
  active?: boolean;
}

export interface ServerDraft<T> {
  value: T;
  change: (next: T) => void;
  /** False until the server said whether there is a draft; what is typed meanwhile wins over it. */
  ready: boolean;
  /** The value came from the server: the screen says so. */
  restored: boolean;
  /** For SaveStatus. */
  state: SaveState;
  /** Forgets value and draft: what was written has been sent, or is not wanted any more. */
  discard: () => Promise<void>;
}

/**
 * Unfinished work of one person on one object, kept on the server within two seconds of the last key and found again
 * on another device (QUALITY.md, Reliability). The newest writing wins: there is no conflict to ask about. Files are
 * kept as their FileRefs. With another `objeto` it starts anew; the caller gives the component a `key` of it.
 */
export function useServerDraft<T>(
  objeto: string,
  { empty, read, active = true }: Options<T>,
): ServerDraft<T> {
  const [value, setValue] = useState(empty);
  const [loaded, setLoaded] = useState(false);
  const [restored, setRestored] = useState(false);
  const [state, setState] = useState<SaveState>({ kind: 'none' });
  const typed = useRef(false);
  const removed = useRef<Promise<void>>(Promise.resolve());

  const newSaver = () => {
    const saver: DraftSaver = createDraftSaver({
      // A draft that is being thrown away goes before the next one is saved.
      save: async (content) => {
        await removed.current;
        return writeDraft(objeto, content);
      },
      conflictOf: () => undefined,
      onState: (next) => ref.current === saver && setState(next),
      version: 0,
    });
    return saver;
  };
  const ref = useRef<DraftSaver>(undefined);
  ref.current ??= newSaver();
  useFlushes(useStableCallback(() => (ref.current ??= newSaver())));

  const found = useStableCallback((content: unknown, at: string) => {
    const saved = read(content);
    if (saved === null || typed.current) return;
    setValue(saved);
    setRestored(true);
    setState({ kind: 'saved', at });
  });
  useEffect(() => {
    if (!active || loaded) return;
    let gone = false;
    readDraft(objeto)
      .then((draft) => !gone && draft && found(draft.conteudo, draft.atualizado))
      // Without an answer the person begins with nothing; a failing save is told of by its own state.
      .catch(() => {})
      .finally(() => !gone && setLoaded(true));
    return () => {
      gone = true;
    };
  }, [objeto, active, loaded, found]);

  const change = useStableCallback((next: T) => {
    typed.current = true;
    setValue(next);
    ref.current?.changed(next);
  });
  const discard = useStableCallback(async () => {
    const old = ref.current;
    typed.current = false;
    ref.current = newSaver();
    setValue(empty);
    setRestored(false);
    setState({ kind: 'none' });
    const removal = (old?.stop() ?? Promise.resolve()).then(() => removeDraft(objeto));
    // Whoever waits hears of the failure; the saver only waits for the end.
    removed.current = removal.catch(() => {});
    await removal;
  });
  return { value, change, ready: loaded, restored, state, discard };
}
