import { useEffect } from 'react';
import type { TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { useRoute } from '#data/useRoute.ts';
import { hasProposal, withProposal } from '#src/resources/tickets/shared/draft/draftTransitions.ts';
import type { Wizard } from './wizardContext.ts';

/**
 * Proposes reason and origin of the customer's last ticket as soon as customer and type are known, whichever comes first. Without an
 * answer nothing is proposed, and everything is asked as usual.
 */
export function useProposal({ draft, type, origins, person, change }: Wizard): void {
  const idCli = draft.cliente?.id ?? 0;
  const idTipo = type?.id ?? 0;
  const isDue =
    !person.consumer && idCli > 0 && !hasProposal(draft) && type !== null && lacksAnswer(draft, type);
  const { data } = useRoute(ticketRoutes.proposed, { query: { idCli, idTipo } }, { enabled: isDue });
  const proposal = isDue ? data?.data : undefined;
  useEffect(() => {
    if (proposal && type)
      change((now) => withProposal(now, { ...proposal, idCli, idTipo }, { type, origins }));
  }, [proposal, type, idCli, idTipo, origins, change]);
}

/** Whether there is anything to propose, so that a resumed draft with all its answers is not written for nothing. */
const lacksAnswer = (
  { motivo1, origem }: TicketDraft,
  { motivos, usa_nota_produto }: MenuTicketType,
): boolean => origem === null || (motivos !== null && motivo1 === null) || usa_nota_produto > 0;
