import { type KeptDraft, platformRoutes } from '../../../contract/config/platform.ts';
import type { DraftAnswer } from '../../../contract/rules/draftReading.ts';
import { call } from '../../dataProvider/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { SavedVersion } from './draftSaver.ts';

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
