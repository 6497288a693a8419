import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';
import { reasonsOfPath } from '../../../../contract/rules/tickets/ticketReasons.ts';
import type { MenuTicketType, TicketMenu } from '../../../../contract/sac/ticketCatalog.ts';
import { pathOf } from './draftTransitions.ts';
import type { WizardPerson } from './wizardPerson.ts';

/** A saved draft as it may go on today: a type, reason or origin that is not offered any more is forgotten. */
export function restoreDraft(
  saved: TicketDraft,
  menus: readonly TicketMenu[],
  person: WizardPerson,
): TicketDraft {
  const type = typeOf(saved, menus);
  const reasons = type ? reasonsOfPath(type.motivos, pathOf(saved)) : [];
  const known = (reason: TicketDraft['motivo1']) => reasons.some(({ id }) => id === reason?.id);
  const keep = (reason: TicketDraft['motivo1']) => (known(reason) ? reason : null);
  const own = person.customer && { ...person.customer, fant: person.customer.razSoc };
  return {
    ...saved,
    menu: menus.some(({ chave }) => chave === saved.menu?.chave) ? saved.menu : null,
    tipo: type ? saved.tipo : null,
    motivo1: keep(saved.motivo1),
    motivo2: keep(saved.motivo2),
    motivo3: keep(saved.motivo3),
    motivo4: keep(saved.motivo4),
    motivo5: keep(saved.motivo5),
    cliente: person.consumer ? own : saved.cliente,
  };
}

/** The chosen type among those that are offered. */
export function typeOf(draft: TicketDraft, menus: readonly TicketMenu[]): MenuTicketType | null {
  const types = menus.flatMap(({ tipos }) => tipos);
  return types.find(({ id }) => id === draft.tipo?.id) ?? null;
}
