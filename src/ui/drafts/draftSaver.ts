import { useEffect } from 'react';
import { type KeptDraft, platformRoutes } from '../../../contract/config/platform.ts';
import type { DraftAnswer } from '../../../contract/rules/draftReading.ts';
import { call } from '../../dataProvider/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { isEqual } from '../../lean/isEqual.ts';

/** How the saving of a draft stands. `at` is an instant. */
export type SaveState =
  | { kind: 'none' }
  | { kind: 'saved'; at: string }
  /** `why`: the server's own sentence, where it will not take it. */
  | { kind: 'failed'; why?: string }
  /** Another page or device saved, sent or discarded it: `current` is what stands now. */
  | { kind: 'conflict'; current: SavedVersion | null };

export interface SavedVersion {
  conteudo: unknown;
  atualizado: string;
  versao: number;
}

interface SaverOptions {
  save: (content: unknown, version: number) => Promise<SavedVersion>;
  /** The current version when a failure says that another one was saved meanwhile; `undefined` for other failures. */
  conflictOf: (error: unknown) => SavedVersion | null | undefined;
  /** Puts what another page or device saved aside, and goes on; without it such a conflict is asked about. */
  aside?: (current: SavedVersion) => Promise<void>;
  /** Why the server does not take it at all, as when it is too large; `undefined` where trying again may help. */
  refusalOf?: (error: unknown) => string | undefined;
  onState: (state: SaveState) => void;
  /** Version that the server holds; 0: none. */
  version: number;
}

/** Pause after the last change, ms. With the call it stays below the two seconds that are promised. */
const PAUSE = 1000;

const RETRIES = [2000, 5000, 15_000] as const;

export type DraftSaver = ReturnType<typeof createDraftSaver>;

/** Saves a draft after each change, one call at a time, and tries again until it is saved. */
export function createDraftSaver({ save, conflictOf, aside, refusalOf, onState, version }: SaverOptions) {
  let known = version;
  let waiting: { content: unknown } | null = null;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Sent, and nobody knows whether it arrived. */
  let lost: { content: unknown } | null = null;
  let failures = 0;
  let stopped = false;

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
    known = saved.versao;
    failures = 0;
    lost = null;
    if (!stopped) onState({ kind: 'saved', at: saved.atualizado });
  };
  const attempt = async (content: unknown) => {
    try {
      took(await save(content, known));
    } catch (error) {
      const current = conflictOf(error);
      if (current && lost && isEqual(current.conteudo, lost.content)) {
        // What stands is what was sent before: only its answer was lost.
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
  const failed = (error: unknown): SaveState => {
    const why = refusalOf?.(error);
    return why === undefined ? { kind: 'failed' } : { kind: 'failed', why };
  };
  /** What stands is none of ours: it is kept, and what waits is saved in its place. */
  const standAside = async (current: SavedVersion | null) => {
    try {
      if (current) await aside?.(current);
      known = 0;
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
    /** Saves now what waits, as when the page is about to be hidden. */
    flush,
    /** Saves what waits, and says whether the server now holds all of it. */
    async settle(): Promise<boolean> {
      while (!stopped && (waiting || running)) {
        flush();
        await running;
        if (failures > 0) return false;
      }
      return !stopped;
    },
    /** Goes on after a conflict, on top of the version that stands on the server. */
    overwrite(current: SavedVersion | null) {
      known = current?.versao ?? 0;
      stopped = false;
      flush();
    },
    /** Goes on after a conflict with what the server holds. */
    adopt(current: SavedVersion, silently = false) {
      known = current.versao;
      stopped = false;
      waiting = null;
      if (!silently) onState({ kind: 'saved', at: current.atualizado });
    },
    /** Nothing is saved any more; resolves when the call under way has ended. */
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
    /** Goes on after a stop, as when the creation was refused. */
    resume() {
      stopped = false;
      flush();
    },
  };
}

/** Saves at once what waits when the page is hidden or left, or the network is back. */
export function useFlushes(saver: () => DraftSaver) {
  useEffect(() => {
    const flush = () => saver().flush();
    const onHide = () => document.visibilityState === 'hidden' && flush();
    window.addEventListener('online', flush);
    // A reload says this one first; what is sent once the page is hidden is often lost with it, kept alive or not.
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

/** What a screen begins with. */
export interface OpenedDraft<T> {
  /** What stands on the server now. */
  found: SavedVersion | null;
  /** What could be read of it; `null` where there is nothing to go on with. */
  value: T | null;
  /** What could not go on and was put aside, now or before, newest first. */
  kept: KeptDraft[];
}

/**
 * The draft of one object (`ticket-812-etapa`) of the person who is signed in; texts and FileRefs. One that cannot be
 * read in whole is put aside first, and what could be read of it stands in its place: nothing is written over.
 */
export async function openDraft<T>(
  objeto: string,
  read: (content: unknown) => DraftAnswer<T>,
): Promise<OpenedDraft<T>> {
  const { data: found, guardados: kept = [] } = await call(platformRoutes.draft, { params: { objeto } });
  const reading = found && attempt(() => read(found.conteudo));
  if (!found || reading === 'nothing') return { found, value: null, kept };
  if (reading?.whole) return { found, value: reading.value, kept };
  const aside = await keepDraft(objeto, found.versao);
  const value = reading?.value ?? null;
  return {
    found: value === null ? null : await writeDraft(objeto, value, 0),
    value,
    kept: [aside, ...kept],
  };
}

/** A reader that stumbles has not read it. */
function attempt<T>(read: () => DraftAnswer<T>): DraftAnswer<T> {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A draft that was put aside, by its own name. */
export const keptContent = async (objeto: string): Promise<unknown> =>
  (await call(platformRoutes.draft, { params: { objeto } })).data?.conteudo ?? null;

export const keepDraft = async (objeto: string, versao: number): Promise<KeptDraft> =>
  (await call(platformRoutes.keepDraft, { params: { objeto }, body: { versao } })).data;

/** `versao`: what is known to stand (0: nothing); another one is a conflict. */
export const writeDraft = async (objeto: string, conteudo: unknown, versao: number): Promise<SavedVersion> =>
  (
    await call(
      platformRoutes.saveDraft,
      { params: { objeto }, body: { conteudo, versao } },
      // The last save is the one that a reload or a closed tab sets off.
      { outlives: true },
    )
  ).data;

export const removeDraft = async (objeto: string): Promise<void> => {
  await call(platformRoutes.removeDraft, { params: { objeto } });
};

/** The version that stands, when a save was refused because it is another one; `undefined` for other failures. */
export function conflictOf(error: unknown): SavedVersion | null | undefined {
  if (!(error instanceof CallFailure) || error.status !== 409) return undefined;
  return (error.body as { atual?: SavedVersion | null } | undefined)?.atual ?? null;
}

/** Why the server will not take a draft, however often it is sent. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof CallFailure && error.status >= 400 && error.status < 500 && error.status !== 401
    ? error.message
    : undefined;
