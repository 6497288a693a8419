import { useEffect } from 'react';
import { type KeptDraft, platformRoutes } from '#contract/config/platform.ts';
import type { DraftAnswer } from '#contract/rules/draftReading.ts';
import type { DraftName } from '#contract/rules/drafts.ts';
import { call } from '#data/call.ts';
import { CallFailure, wasRefused } from '#data/http.ts';
import { isEqual } from '#src/lean/isEqual.ts';
import { listenForActions } from '../components/heldTyping.ts';

/** The save status of a draft. `at` is an instant. */
export type SaveState =
  | { kind: 'none' }
  | { kind: 'saved'; at: string }
  /** `why` is the server's message when it refuses the draft. */
  | { kind: 'failed'; why?: string }
  /** Another page or device saved, sent or discarded the draft: `current` is the current version. */
  | { kind: 'conflict'; current: SavedVersion | null };

export interface SavedVersion {
  /** The draft's id, the same for all its copies. */
  id?: string;
  conteudo: unknown;
  atualizado: string;
  versao: number;
}

interface SaverOptions {
  save: (content: unknown, version: number) => Promise<SavedVersion>;
  /** The current version if the failure means that another one was saved meanwhile; `undefined` for other failures. */
  conflictOf: (error: unknown) => SavedVersion | null | undefined;
  /** Whether the failure means that the draft was sent; what is pending is then saved as a new one. */
  hasEnded?: (error: unknown) => boolean;
  /** Sets aside what another page or device saved, and continues; without it, such a conflict is left to the person. */
  aside?: (current: SavedVersion) => Promise<void>;
  /** Why the server refuses the draft permanently, e.g. because it is too large; `undefined` when a retry may succeed. */
  refusalOf?: (error: unknown) => string | undefined;
  onState: (state: SaveState) => void;
  /** The version stored on the server; 0 for none. */
  version: number;
}

/** Milliseconds to wait after the last change. Together with the call, it stays below the promised two seconds. */
const PAUSE = 1000;

const RETRIES = [2000, 5000, 15_000] as const;

export type DraftSaver = ReturnType<typeof createDraftSaver>;

/** Saves a draft after each change, one call at a time, retrying until it is saved. */
export function createDraftSaver({
  save,
  conflictOf,
  hasEnded,
  aside,
  refusalOf,
  onState,
  version,
}: SaverOptions) {
  let savedVersion = version;
  let waiting: { content: unknown } | null = null;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Content that was sent without knowing whether it arrived. */
  let lost: { content: unknown } | null = null;
  let failures = 0;
  let stopped = false;
  /** Whether the draft was sent elsewhere, and what is typed here since is a new one. */
  let isNew = false;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  };
  const flush = () => {
    clearTimeout(timer);
    if (stopped || running || !waiting) return;
    const { content } = waiting;
    waiting = null;
    running = attempt(content).finally(() => {
      running = null;
      if (waiting && !stopped) schedule(failures ? (RETRIES[failures - 1] ?? RETRIES[2]) : PAUSE);
    });
  };
  const took = (saved: SavedVersion) => {
    savedVersion = saved.versao;
    failures = 0;
    lost = null;
    if (!stopped) onState({ kind: 'saved', at: saved.atualizado });
  };
  const attempt = async (content: unknown) => {
    try {
      took(await save(content, savedVersion));
    } catch (error) {
      if (hasEnded?.(error)) {
        waiting ??= { content };
        return beginNew();
      }
      const current = conflictOf(error);
      if (current === null && isNew) {
        waiting ??= { content };
        return beginNew();
      }
      if (current && lost && isEqual(current.conteudo, lost.content)) {
        // The stored version is what was sent before: only its response was lost.
        took(current);
        if (!isEqual(current.conteudo, content)) waiting ??= { content };
        return;
      }
      waiting ??= { content };
      if (current !== undefined && aside) return standAside(current);
      if (current === undefined) lost = { content };
      if (current !== undefined) stopped = true;
      else failures += 1;
      onState(current === undefined ? failed(error) : { kind: 'conflict', current });
    }
  };
  /** The next save stores a new draft. */
  const beginNew = () => {
    savedVersion = 0;
    failures = 0;
    lost = null;
    isNew = true;
    if (!stopped) onState({ kind: 'none' });
  };
  const failed = (error: unknown): SaveState => {
    const why = refusalOf?.(error);
    return why === undefined ? { kind: 'failed' } : { kind: 'failed', why };
  };
  /** The stored version is not ours: it is set aside, and the pending content is saved in its place. */
  const standAside = async (current: SavedVersion | null) => {
    try {
      if (current) await aside?.(current);
      savedVersion = 0;
    } catch (error) {
      failures += 1;
      onState(failed(error));
    }
  };

  return {
    changed(content: unknown) {
      waiting = { content };
      if (!stopped && !running && failures === 0) schedule(PAUSE);
    },
    /** Saves pending changes immediately, e.g. when the page is about to be hidden. */
    flush,
    /** Saves pending changes; resolves to whether the server now holds all of them. */
    async settle(): Promise<boolean> {
      while (!stopped && (waiting || running)) {
        flush();
        await running;
        if (failures > 0) return false;
      }
      return !stopped;
    },
    /** The version that the server is known to hold. */
    version: () => savedVersion,
    /** The draft was sent on another page: what is typed from now on, and what is pending, is saved as a new one. */
    ended() {
      isNew = true;
      stopped = false;
      if (!waiting) onState({ kind: 'none' });
      else flush();
    },
    /** Continues after a conflict by overwriting the version on the server. */
    overwrite(current: SavedVersion | null) {
      savedVersion = current?.versao ?? 0;
      stopped = false;
      flush();
    },
    /** Continues after a conflict with the server's version. */
    adopt(current: SavedVersion, silently = false) {
      savedVersion = current.versao;
      stopped = false;
      waiting = null;
      if (!silently) onState({ kind: 'saved', at: current.atualizado });
    },
    /** Stops saving; resolves when the running call has ended. */
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
    /** Resumes after a stop, e.g. when the creation was refused. */
    resume() {
      stopped = false;
      flush();
    },
  };
}

/** Saves pending changes immediately when the page is hidden or left, or the network is back. */
export function useFlushes(saver: () => DraftSaver) {
  useEffect(() => {
    const flush = () => saver().flush();
    const onHide = () => document.visibilityState === 'hidden' && flush();
    // Before these: a window calls its listeners in the order in which they came, and fields tell their form what they hold.
    listenForActions();
    window.addEventListener('online', flush);
    // On a reload this event fires first; requests sent once the page is hidden are often lost, with or without keepalive.
    window.addEventListener('beforeunload', flush);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('online', flush);
      window.removeEventListener('beforeunload', flush);
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [saver]);
}

/** The initial state of a screen with a draft. */
export interface OpenedDraft<T> {
  /** The version currently on the server. */
  found: SavedVersion | null;
  /** The readable part of it; `null` when there is nothing to resume. */
  value: T | null;
  /** Drafts that could not be resumed and were set aside, now or earlier, newest first. */
  kept: KeptDraft[];
}

/**
 * Opens the signed-in person's draft of an object (`ticket-812-etapa`), which contains texts and FileRefs. One that cannot be
 * read completely is first set aside, and replaced with its readable part, so that nothing is overwritten.
 */
export async function openDraft<T>(
  objeto: DraftName,
  read: (content: unknown) => DraftAnswer<T>,
): Promise<OpenedDraft<T>> {
  const { data: found, guardados: kept = [] } = await call(platformRoutes.draft, { params: { objeto } });
  const reading = found && attempt(() => read(found.conteudo));
  if (!found || reading === 'nothing') return { found, value: null, kept };
  if (reading?.complete) return { found, value: reading.value, kept };
  const aside = await keepDraft(objeto, found.versao);
  const value = reading?.value ?? null;
  return {
    found: value === null ? null : await writeDraft(objeto, value, 0, found.id),
    value,
    kept: [aside, ...kept],
  };
}

/** A reader that throws has not read the draft. */
function attempt<T>(read: () => DraftAnswer<T>): DraftAnswer<T> {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The content of a draft that was set aside, by its own name. */
export const keptContent = async (objeto: string): Promise<unknown> =>
  (await call(platformRoutes.draft, { params: { objeto } })).data?.conteudo ?? null;

export const keepDraft = async (objeto: string, versao: number): Promise<KeptDraft> =>
  (await call(platformRoutes.keepDraft, { params: { objeto }, body: { versao } })).data;

/** `versao` is the version assumed to be stored (0 for none); any other is a conflict. */
export const writeDraft = async (
  objeto: DraftName,
  conteudo: unknown,
  versao: number,
  id?: string,
): Promise<SavedVersion> =>
  (
    await call(
      platformRoutes.saveDraft,
      { params: { objeto }, body: { conteudo, versao, ...(id && { id }) } },
      // The last save is triggered by a reload or by closing the tab.
      { surviveUnload: true },
    )
  ).data;

export const removeDraft = async (objeto: string): Promise<void> => {
  await call(platformRoutes.removeDraft, { params: { objeto } });
};

/** The current version if a save was refused because the versions differ; `undefined` for other failures. */
export function conflictOf(error: unknown): SavedVersion | null | undefined {
  if (!(error instanceof CallFailure) || error.status !== 409) return undefined;
  return (error.body as { atual?: SavedVersion | null } | undefined)?.atual ?? null;
}

/** Why the server refuses a draft, regardless of retries. */
export const refusalOf = (error: unknown): string | undefined =>
  wasRefused(error) && error.status !== 401 ? error.message : undefined;
