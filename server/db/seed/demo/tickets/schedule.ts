import type { Chance } from '../chance.ts';
import { CONSUMER_CUSTOMER } from '../customers.ts';
import type { DemoInvoice } from '../invoices.ts';
import type { PersonRow } from '../people.ts';
import type { ProductRow } from '../products.ts';
import { type Chosen, chooseCustomer, type Desk, instantsUntil, isPerson, lastMoment } from './desk.ts';
import { type Ending, type Moment, momentsOf } from './history.ts';
import { type ItemRow, invoiceItems, looseItems } from './items.ts';
import type { Planned, TicketSources } from './plan.ts';
import { OPENING, SUBJECTS } from './texts.ts';

/** A ticket whose number is still to be given. */
export interface Scheduled extends Chosen {
  plan: Planned;
  byConsumer: boolean;
  creator: PersonRow;
  /** `null` while nobody took it. */
  operator: PersonRow | null;
  subject: string;
  opening: string;
  items: ItemRow[];
  /** How it ends, once it does. */
  ending: Ending;
  moments: Moment[];
  /** Instant of each moment, in milliseconds. */
  times: number[];
}

export function schedule(from: TicketSources, desk: Desk, plan: Planned, index: number): Scheduled {
  const { chance } = from;
  const last = lastMoment(chance, plan, from.today, 1);
  const chosen = chooseCustomer(from, desk, plan, { index, last });
  const { branchId, invoice } = chosen;
  const byConsumer = isOpenedByConsumer(chance, chosen, plan);
  const creator = desk.staff.creatorOf(chosen.customer, branchId, byConsumer);
  const operator = plan.status === 'ABERTO' && chance.happens(85) ? null : desk.staff.operatorOf(branchId);
  const items = itemsOf(from, plan, invoice);
  const opening = openingOf(chance, plan, talkedAbout(from, items), invoice);
  const { type } = plan.kind;
  const subject = chance.pick(SUBJECTS[type.key] ?? [type.description]);
  const ending = finalReason(from, plan);
  const moments = momentsOf(chance, plan, {
    creator,
    operator,
    subject,
    opening,
    sectorIds: from.sectorIds,
    ending,
  });
  return {
    ...chosen,
    plan,
    byConsumer,
    creator,
    operator,
    subject,
    opening,
    items,
    ending,
    moments,
    times: instantsUntil(chance, last, moments.length, branchId),
  };
}

function isOpenedByConsumer(chance: Chance, { customer }: Chosen, { kind }: Planned): boolean {
  if (!isPerson(customer) || kind.type.flags.usa_consumidor_final === 0) return false;
  return (
    customer.row.id === CONSUMER_CUSTOMER || kind.type.flags.usa_consumidor_final === 2 || chance.happens(70)
  );
}

/** Numbers of tickets are given in the end, in the order of their opening. */
const NO_NUMBER_YET = 0;

function itemsOf(
  from: TicketSources,
  { kind, path, status }: Planned,
  invoice: DemoInvoice | null,
): ItemRow[] {
  const { flags } = kind.type;
  const ticket = { ticketId: NO_NUMBER_YET, status, path, reasons: from.productReasons };
  if (flags.usa_nota_produto > 0 && invoice) return invoiceItems(from.chance, invoice, ticket);
  if (flags.usa_produto === 0 || (flags.usa_produto === 1 && from.chance.happens(40))) return [];
  return looseItems(from.chance, from.products, NO_NUMBER_YET);
}

function talkedAbout({ chance, products }: TicketSources, items: readonly ItemRow[]): ProductRow {
  const productId = items[0]?.productId;
  return products.find(({ id }) => id === productId) ?? chance.pick(products);
}

function openingOf(
  chance: Chance,
  { kind: { type } }: Planned,
  product: ProductRow,
  invoice: DemoInvoice | null,
): string {
  const texts = (OPENING[type.key] ?? []).filter((text) => invoice || !text.includes('{n}'));
  if (texts.length === 0 || (type.flags.usa_mensagem < 2 && chance.happens(35))) return '';
  return chance
    .pick(texts)
    .replaceAll('{p}', product.description)
    .replaceAll('{n}', String(invoice?.row.number ?? ''));
}

/** By its type, and by the result that its way leads to. */
function finalReason({ chance, finalReasons }: TicketSources, { kind, path }: Planned): Ending {
  const denied = path.at(-1)?.by?.resultado === 'IMPROCEDENTE';
  const own = finalReasons.filter(
    ({ typeId, flowKey }) =>
      (typeId === null || typeId === kind.type.id) && (flowKey === null || flowKey === kind.type.flowKey),
  );
  const fitting = own.filter(({ result }) => (result === 'IMPROCEDENTE') === denied);
  const chosen = chance.pick(fitting.length > 0 ? fitting : own);
  return {
    reason: { id: chosen.id, descricao: chosen.description },
    result: chosen.result ?? (denied ? 'IMPROCEDENTE' : 'PROCEDENTE'),
  };
}
