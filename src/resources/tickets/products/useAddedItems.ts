import { useMemo, useState } from 'react';
import { totalBytes } from '../../../../contract/rules/files.ts';
import { textsOf } from '../../../../contract/rules/problem.ts';
import {
  emptyDraft,
  heldFiles,
  type TicketDraft,
  ticketInputOf,
} from '../../../../contract/rules/tickets/ticketDraft.ts';
import { allItemProblems } from '../../../../contract/rules/tickets/ticketItems.ts';
import { wizardLimits } from '../../../../contract/rules/tickets/ticketWizard.ts';
import { localDate } from '../../../../contract/rules/zonedTime.ts';
import type { MenuTicketType } from '../../../../contract/sac/ticketCatalog.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import type { ItemsChoice } from '../../../custom/ticketWizard/state/itemsContext.ts';
import { itemContextOf } from '../../../custom/ticketWizard/state/itemTransitions.ts';
import { uploadProblem, useUploadGate } from '../../../custom/ticketWizard/state/useUploadGate.ts';
import { wizardPerson } from '../../../custom/ticketWizard/state/wizardPerson.ts';
import { currentLoad } from '../../../dataProvider/session.ts';
import { useStableCallback } from '../../../ui/components/useStableCallback.ts';

interface Options {
  ticket: Ticket;
  type: MenuTicketType;
  /** What the server said of the last try, by field. */
  refused: Readonly<Record<string, string>>;
  onChange: () => void;
}

/** The products that are about to be added, chosen as they are in the wizard, by its rules. */
export function useAddedItems({ ticket, type, refused, onChange }: Options) {
  const [draft, setDraft] = useState(() => draftFor(ticket));
  const uploads = useUploadGate();
  const load = currentLoad();
  const limits = useMemo(() => wizardLimits(load?.parametros ?? {}), [load]);
  const { itens = [], itensAvulsos = [] } = ticketInputOf(draft);
  const problems = allItemProblems(itens, itemContextOf(draft.itens, type.motivosProdutos));
  const texts: Record<string, string> = textsOf(problems);
  const choice: ItemsChoice = {
    draft,
    type,
    limits,
    today: localDate(Date.now(), wizardPerson(load).zoneOf(ticket.filial.idFil)),
    problems,
    textAt: (field) => refused[field] ?? texts[field],
    refused,
    change: useStableCallback((change) => {
      onChange();
      setDraft(change);
    }),
    uploads,
    bytes: totalBytes(heldFiles(draft)),
    chooseCustomer: null,
  };
  const blocked = problems[0]?.message ?? uploadProblem(uploads, limits.maxBytes);
  return { choice, blocked, added: { itens, itensAvulsos } };
}

const draftFor = ({ cliente, filial }: Ticket): TicketDraft => ({
  ...emptyDraft(),
  cliente: { id: cliente.id, razSoc: cliente.razSoc, fant: cliente.fant },
  filial: { idFil: filial.idFil, razSoc: filial.razSoc },
});
