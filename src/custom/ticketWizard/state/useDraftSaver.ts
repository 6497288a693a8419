import { useEffect, useRef, useState } from 'react';
import { platformRoutes } from '../../../../contract/config/platform.ts';
import type { TicketDraft } from '../../../../contract/rules/ticketDraft.ts';
import { call } from '../../../dataProvider/call.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { createDraftSaver, type DraftSaver, type SavedVersion, type SaveState } from './draftSaver.ts';

/** The person's one unfinished new ticket on the server. */
export const DRAFT_PARAMS = { objeto: 'ticket-novo' } as const;

interface Options {
  draft: TicketDraft;
  /** False while nothing was entered. */
  active: boolean;
  /** What was found on opening. */
  found: SavedVersion | null;
}

/** Keeps the draft on the server while it changes (QUALITY.md, Reliability). */
export function useDraftSaver({ draft, active, found }: Options): { saver: DraftSaver; state: SaveState } {
  const [state, setState] = useState<SaveState>(
    found ? { kind: 'saved', at: found.atualizado } : { kind: 'none' },
  );
  const ref = useRef<DraftSaver>(undefined);
  ref.current ??= createDraftSaver({ save, conflictOf, onState: setState, version: found?.versao ?? 0 });
  const saver = ref.current;

  const first = useRef(draft);
  useEffect(() => {
    if (active && draft !== first.current) saver.changed(draft);
  }, [active, draft, saver]);

  useEffect(() => {
    const flush = () => saver.flush();
    const onHide = () => document.visibilityState === 'hidden' && saver.flush();
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', onHide);
      saver.flush();
    };
  }, [saver]);

  return { saver, state };
}

const save = async (conteudo: unknown, versao: number): Promise<SavedVersion> =>
  (await call(platformRoutes.saveDraft, { params: DRAFT_PARAMS, body: { conteudo, versao } })).data;

function conflictOf(error: unknown): SavedVersion | null | undefined {
  if (!(error instanceof CallFailure) || error.status !== 409) return undefined;
  return (error.body as { atual?: SavedVersion | null } | undefined)?.atual ?? null;
}
