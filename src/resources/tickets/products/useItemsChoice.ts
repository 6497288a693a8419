import { useLayoutEffect, useMemo, useRef } from 'react';
import { totalBytes } from '#contract/rules/files.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { draftFiles, type TicketDraft, ticketInputOf } from '#contract/rules/tickets/ticketDraft.ts';
import { allItemProblems } from '#contract/rules/tickets/ticketItems.ts';
import { wizardLimits } from '#contract/rules/tickets/ticketWizard.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { currentInitialLoad } from '#data/session.ts';
import { uploadObstacle } from '#ui/components/files/fileRules.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { type ItemsChoice, useUploadGate } from '../shared/draft/itemsChoice.ts';
import { itemContextOf } from '../shared/draft/itemTransitions.ts';
import { wizardPerson } from '../shared/draft/wizardPerson.ts';

interface Options {
  ticket: Ticket;
  type: MenuTicketType;
  draft: TicketDraft;
  onChange: (draft: TicketDraft) => void;
  /** Messages by field, from the server or about what is missing. */
  errors: Readonly<Record<string, string>>;
}

/** What is added to an existing ticket, chosen as in the wizard and by the same rules: customer and branch are fixed. */
export function useItemsChoice({ ticket, type, draft: given, onChange, errors }: Options) {
  const uploads = useUploadGate();
  const load = currentInitialLoad();
  const limits = useMemo(() => wizardLimits(load?.parametros ?? {}), [load]);
  const draft = useMemo(() => ({ ...given, ...partiesOf(ticket) }), [given, ticket]);
  // Two answers may arrive before the next rendering, and the second must not undo the first.
  const newest = useRef(draft);
  useLayoutEffect(() => {
    newest.current = draft;
  });
  const problems = allItemProblems(
    ticketInputOf(draft).itens ?? [],
    itemContextOf(draft.itens, type.motivosProdutos),
  );
  const texts: Record<string, string> = textsOf(problems);
  const choice: ItemsChoice = {
    draft,
    type,
    limits,
    today: localDate(Date.now(), wizardPerson(load).zoneOf(ticket.filial.idFil)),
    problems,
    textAt: (field) => errors[field] ?? texts[field],
    refused: errors,
    change: useStableCallback((change) => {
      newest.current = change(newest.current);
      onChange(newest.current);
    }),
    uploads,
    bytes: totalBytes(draftFiles(draft)),
    chooseCustomer: null,
  };
  /** Why this cannot be sent yet. */
  const blocked = problems[0]?.message ?? uploadObstacle(uploads, limits.maxBytes);
  return { choice, blocked };
}

const partiesOf = ({ cliente, filial }: Ticket): Pick<TicketDraft, 'cliente' | 'filial'> => ({
  cliente: { id: cliente.id, razSoc: cliente.razSoc, fant: cliente.fant },
  filial: { idFil: filial.idFil, razSoc: filial.razSoc },
});
