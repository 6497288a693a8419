import { platformRoutes } from '../../../contract/config/platform.ts';
import { call } from '../../dataProvider/call.ts';
import type { SavedVersion } from './draftSaver.ts';

/** The draft of one object (`ticket-812-etapa`) of the person who is signed in; texts and FileRefs. */
export const readDraft = async (objeto: string): Promise<SavedVersion | null> =>
  (await call(platformRoutes.draft, { params: { objeto } })).data;

/** Without a version the newest writing wins, whatever page or device it came from. */
export const writeDraft = async (objeto: string, conteudo: unknown, versao?: number): Promise<SavedVersion> =>
  (
    await call(
      platformRoutes.saveDraft,
      { params: { objeto }, body: { conteudo, ...(versao !== undefined && { versao }) } },
      // The last save is the one that a reload or a closed tab sets off.
      { outlives: true },
    )
  ).data;

export const removeDraft = async (objeto: string): Promise<void> => {
  await call(platformRoutes.removeDraft, { params: { objeto } });
};
