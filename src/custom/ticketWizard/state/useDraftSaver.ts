import { useCallback, useEffect, useRef, useState } from 'react';
import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';
import {
  conflictOf,
  createDraftSaver,
  type DraftSaver,
  refusalOf,
  type SavedVersion,
  type SaveState,
  useFlushes,
  writeDraft,
} from '../../../ui/drafts/draftSaver.ts';

/** The person's single unfinished new ticket on the server. */
export const DRAFT_PARAMS = { objeto: 'ticket-novo' } as const;

interface Options {
  draft: TicketDraft;
  /** False while nothing has been entered. */
  active: boolean;
  /** The draft version found on opening. */
  found: SavedVersion | null;
}

/** Saves the draft on the server as it changes (QUALITY.md, Reliability). */
export function useDraftSaver({ draft, active, found }: Options): { saver: DraftSaver; state: SaveState } {
  const [state, setState] = useState<SaveState>(
    found ? { kind: 'saved', at: found.atualizado } : { kind: 'none' },
  );
  const ref = useRef<DraftSaver>(undefined);
  ref.current ??= createDraftSaver({
    save,
    conflictOf,
    refusalOf,
    onState: setState,
    version: found?.versao ?? 0,
  });
  const saver = ref.current;

  const first = useRef(draft);
  useEffect(() => {
    if (active && draft !== first.current) saver.changed(draft);
  }, [active, draft, saver]);

  useFlushes(useCallback(() => saver, [saver]));

  return { saver, state };
}

const save = (content: unknown, version: number): Promise<SavedVersion> =>
  writeDraft(DRAFT_PARAMS.objeto, content, version);
