import { useCallback, useEffect, useRef, useState } from 'react';
import { draftName } from '#contract/rules/drafts.ts';
import type { TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import {
  conflictOf,
  createDraftSaver,
  type DraftSaver,
  refusalOf,
  type SavedVersion,
  type SaveState,
  useFlushes,
  writeDraft,
} from '#ui/drafts/draftSaver.ts';
import { type DraftLife, useDraftLife } from '#ui/drafts/useDraftLife.ts';

/** The person's single unfinished new ticket on the server. */
export const DRAFT_PARAMS = { objeto: draftName('ticket') } as const;

interface Options {
  draft: TicketDraft;
  /** False while nothing has been entered. */
  active: boolean;
  /** The draft version found on opening. */
  found: SavedVersion | null;
}

/** Saves the draft on the server as it changes (docs/domain.md 18). */
export function useDraftSaver({ draft, active, found }: Options): {
  saver: DraftSaver;
  state: SaveState;
  life: DraftLife;
} {
  const [state, setState] = useState<SaveState>(
    found ? { kind: 'saved', at: found.atualizado } : { kind: 'none' },
  );
  const ref = useRef<DraftSaver>(undefined);
  const life = useDraftLife(() => ref.current?.ended());
  const begun = useRef(false);
  // The opening has read what the server holds.
  if (!begun.current) life.adopt(found);
  begun.current = true;
  ref.current ??= createDraftSaver({
    save: async (content, known) => {
      const saved = await writeDraft(DRAFT_PARAMS.objeto, content, known, life.id());
      life.adopt(saved);
      return saved;
    },
    conflictOf,
    hasEnded: life.hasEnded,
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

  return { saver, state, life };
}
