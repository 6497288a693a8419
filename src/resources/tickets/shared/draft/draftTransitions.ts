import { emptyDraft, onlyOne, type TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import type { ConsumerForm } from '#contract/rules/tickets/ticketInput.ts';
import { chooseReason, reasonsOfPath, withDefaults } from '#contract/rules/tickets/ticketType.ts';
import { consumerMode } from '#contract/rules/tickets/ticketWizard.ts';
import type { CustomerOption } from '#contract/sac/customers.ts';
import type { MenuTicketType, TicketMenu } from '#contract/sac/tickets/ticketCatalog.ts';
import type { WizardPerson } from './wizardPerson.ts';

type Menu = NonNullable<TicketDraft['menu']> & { tipos: readonly MenuTicketType[] };
type Origin = NonNullable<TicketDraft['origem']>;
type Branch = NonNullable<TicketDraft['filial']>;

/** A new ticket from a menu: a single type is chosen automatically, and a consumer is their own customer. */
export function startDraft(menu: Menu, origin: Origin | null, person: WizardPerson): TicketDraft {
  const own = person.customer && { ...person.customer, fant: person.customer.razSoc };
  return chooseMenu({ ...emptyDraft(), origem: origin, cliente: own }, menu, person);
}

/** Changing the menu clears the type; answers that types have in common are kept. */
export function chooseMenu(draft: TicketDraft, menu: Menu, person: WizardPerson): TicketDraft {
  const { chave, descricao } = menu;
  if (draft.menu?.chave === chave) return draft;
  const cleared = { ...draft, menu: { chave, descricao }, tipo: null, ...reasonFields([]) };
  const only = onlyOne(menu.tipos);
  return only ? chooseType(cleared, only, person) : cleared;
}

/** Drops answers that the type does not ask for, since the server refuses them. */
export function chooseType(draft: TicketDraft, type: MenuTicketType, person: WizardPerson): TicketDraft {
  const empty = emptyDraft();
  const keptFields = <K extends keyof TicketDraft>(flag: number, ...keys: K[]) =>
    flag > 0 ? {} : Object.fromEntries(keys.map((key) => [key, empty[key]]));
  return {
    ...draft,
    tipo: { id: type.id, chave: type.chave, desc: type.desc },
    ...reasonFields(reasonsOfPath(type.motivos, withDefaults(type.motivos, []))),
    ...keptFields(type.usa_assunto, 'assunto'),
    ...keptFields(type.usa_nota, 'notas'),
    ...keptFields(type.usa_produto, 'itensAvulsos'),
    ...keptFields(type.usa_nota_produto, 'itens', 'itensEmEdicao', 'colado'),
    ...keptFields(type.usa_mensagem, 'mensagem', 'arquivos'),
    ...keptFields(
      type.usa_prorrogacao,
      'responsavel_prorrogacao',
      'dias_atraso_prorrogacao',
      'representante',
    ),
    ...keptFields(type.usa_prorrogacao + type.usa_transportadora, 'transportadora'),
    consumidorFinal: consumerFormFor(draft, type, person),
  };
}

/** Sets the reason of a level (1 to 5), or clears it with null; lower levels are cleared or filled with their defaults. */
export function chooseReasonAt(
  draft: TicketDraft,
  type: MenuTicketType,
  level: number,
  id: number | null,
): TicketDraft {
  const path = chooseReason(type.motivos, pathOf(draft), level, id);
  return { ...draft, ...reasonFields(reasonsOfPath(type.motivos, path)) };
}

/** The ids of the chosen reasons, level 1 first. */
export const pathOf = (draft: TicketDraft): (number | null)[] =>
  [draft.motivo1, draft.motivo2, draft.motivo3, draft.motivo4, draft.motivo5].map(
    (reason) => reason?.id ?? null,
  );

/** Whether the customer's last ticket was asked for what it proposes for a ticket of this type. */
export const hasProposal = ({ cliente, tipo, proposta }: TicketDraft): boolean =>
  proposta !== undefined && proposta.idCli === cliente?.id && proposta.idTipo === tipo?.id;

/** Fills in what is still empty as in the customer's last ticket, as far as that is offered. What a person chose stays. */
export function withProposal(
  draft: TicketDraft,
  proposal: NonNullable<TicketDraft['proposta']>,
  { type, origins }: { type: MenuTicketType; origins: readonly Origin[] },
): TicketDraft {
  const { idCli, idTipo, origem, motivos } = proposal;
  if (draft.cliente?.id !== idCli || draft.tipo?.id !== idTipo || type.id !== idTipo) return draft;
  const offered = reasonsOfPath(type.motivos, motivos).map(({ id }) => id);
  return {
    ...draft,
    ...(draft.motivo1 === null &&
      reasonFields(reasonsOfPath(type.motivos, withDefaults(type.motivos, offered)))),
    origem: draft.origem ?? origins.find(({ chave }) => chave === origem) ?? null,
    proposta: proposal,
  };
}

/** The ticket whose reasons these are; `null` if a person chose others, or there were none. */
export function proposingTicket(draft: TicketDraft): number | null {
  const { idTicket = null, motivos = [] } = (hasProposal(draft) && draft.proposta) || {};
  const chosen = pathOf(draft).filter((id) => id !== null);
  const isSame =
    chosen.length > 0 && chosen.length === motivos.length && chosen.every((id, at) => id === motivos[at]);
  return isSame ? idTicket : null;
}

/** Invoices, their products and carriers belong to a customer, so changing the customer clears them. */
export function chooseCustomer(draft: TicketDraft, customer: CustomerOption | null): TicketDraft {
  if (customer && draft.cliente?.id === customer.id) return draft;
  const branch = customer && onlyOne(customer.filiaisSac);
  const next = chooseBranch({ ...draft, transportadora: null }, branch);
  return {
    ...next,
    cliente: customer && { id: customer.id, razSoc: customer.razSoc, fant: customer.fant },
  };
}

/** Invoices belong to a branch as well, so changing the branch clears them. */
export function chooseBranch(draft: TicketDraft, branch: Branch | null): TicketDraft {
  const filial = branch && { idFil: branch.idFil, razSoc: branch.razSoc };
  return { ...withoutInvoices(draft), filial };
}

export const switchConsumer = (draft: TicketDraft, on: boolean): TicketDraft => ({
  ...draft,
  consumidorFinal: on ? emptyConsumer() : null,
});

/** What was pasted for one customer would be read for the other. */
const withoutInvoices = ({ colado: _, ...draft }: TicketDraft): TicketDraft => ({
  ...draft,
  notas: [],
  itens: [],
  itensEmEdicao: [],
});

/** A consumer's name and e-mail come from their account (document 000, section 6). */
function consumerFormFor(
  draft: TicketDraft,
  type: MenuTicketType,
  { consumer, name, email, cpf }: WizardPerson,
): ConsumerForm | null {
  const mode = consumerMode(type, { consumer });
  if (mode === 'OFF') return null;
  if (draft.consumidorFinal) return draft.consumidorFinal;
  if (mode === 'OFFERED') return null;
  return consumer ? { ...emptyConsumer(), documento: cpf, nome: name, email } : emptyConsumer();
}

const emptyConsumer = (): ConsumerForm => ({
  documento: '',
  nome: '',
  email: '',
  telefone: '',
  data_nascimento: '',
});

function reasonFields(reasons: readonly { id: number; descricao: string }[]) {
  const at = (index: number) => {
    const reason = reasons[index];
    return reason ? { id: reason.id, descricao: reason.descricao } : null;
  };
  return { motivo1: at(0), motivo2: at(1), motivo3: at(2), motivo4: at(3), motivo5: at(4) };
}

/** Restores a saved draft under current conditions: a type, reason or origin that is no longer offered is cleared. */
export function restoreDraft(
  saved: TicketDraft,
  menus: readonly TicketMenu[],
  person: WizardPerson,
): TicketDraft {
  const type = typeOf(saved, menus);
  const reasons = type ? reasonsOfPath(type.motivos, pathOf(saved)) : [];
  const isKnownReason = (reason: TicketDraft['motivo1']) => reasons.some(({ id }) => id === reason?.id);
  const keep = (reason: TicketDraft['motivo1']) => (isKnownReason(reason) ? reason : null);
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

/** The chosen type, if it is still offered. */
export function typeOf(draft: TicketDraft, menus: readonly TicketMenu[]): MenuTicketType | null {
  const types = menus.flatMap(({ tipos }) => tipos);
  return types.find(({ id }) => id === draft.tipo?.id) ?? null;
}
