import { useEffect, useRef, useState } from 'react';
import type { KeptDraft } from '../../../contract/config/platform.ts';
import type { DraftAnswer } from '../../../contract/rules/draftReading.ts';
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

interface Options<T> {
  /** What stands before anything was written. */
  empty: T;
  /** What a saved draft holds, as far as it can be read: what cannot be is kept aside and told. */
  read: (content: unknown) => DraftAnswer<T>;
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
  /** Drafts of this object that could not go on; for KeptDrafts. */
  kept: readonly KeptDraft[];
  /** Forgets value and draft: what was written has been sent, or is not wanted any more. */
  discard: () => Promise<void>;
}

/**
 * Unfinished work of one person on one object, kept on the server within two seconds of the last key and found again
 * on another device (QUALITY.md, Reliability). The newest writing wins, what another page saved meanwhile is kept
 * aside: there is no conflict to ask about. Files are kept as their FileRefs. With another `objeto` it starts anew; the caller gives the component a `key` of it.
 */
export function useServerDraft<T>(
  objeto: string,
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

  const newSaver = () => {
    const saver: DraftSaver = createDraftSaver({
      // A draft that is being thrown away goes before the next one is saved.
      save: async (content, known) => {
        await removed.current;
        return writeDraft(objeto, content, known);
      },
      conflictOf,
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
    // What was typed before the answer wins: its first save finds the other draft, and keeps it.
    if (typed.current) return;
    if (opened.found) ref.current?.adopt(opened.found, opened.value === null);
    if (opened.value === null) return;
    setValue(opened.value);
    setRestored(true);
  });
  useEffect(() => {
    if (!active || loaded) return;
    let gone = false;
    openDraft(objeto, readNow)
      .then((opened) => !gone && found(opened))
      // Without an answer the person begins with nothing; a failing save is told of by its own state.
      .catch(() => {})
      .finally(() => !gone && setLoaded(true));
    return () => {
      gone = true;
    };
  }, [objeto, active, loaded, found, readNow]);

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
  return { value, change, ready: loaded, restored, state, kept, discard };
}
