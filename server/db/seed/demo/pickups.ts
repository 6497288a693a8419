import type { PickupType } from '#contract/catalogs/transport.ts';
import { addDays, type CalendarDate, formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { pickups, pickupTickets } from '../../tables/index.ts';
import type { carrierRows, representativeRows } from './company.ts';
import type { DemoCustomer } from './customers.ts';
import type { DemoInvoice } from './invoices.ts';
import { type Passage, passagesOf } from './pickups/passages.ts';
import type { DemoTickets } from './tickets/demoTickets.ts';
import type { TicketKind } from './tickets/plan.ts';

export interface PickupSources {
  today: CalendarDate;
  kinds: readonly TicketKind[];
  carriers: ReturnType<typeof carrierRows>;
  representatives: ReturnType<typeof representativeRows>;
  customers: readonly DemoCustomer[];
  invoices: readonly DemoInvoice[];
  tickets: DemoTickets;
}

export interface DemoPickups {
  pickups: (typeof pickups.$inferInsert & { id: number })[];
  tickets: (typeof pickupTickets.$inferInsert & { id: number })[];
}

/**
 * Pickups for the tickets that have passed or are on the step: those that left it were picked up; of those still there, some
 * wait and others have a pickup that is generated, confirmed or cancelled. Adds events to their timelines too.
 */
export function demoPickups(from: PickupSources): DemoPickups {
  const madePickups: DemoPickups = { pickups: [], tickets: [] };
  const drafts = draftsOf(passagesOf(from), from);
  for (const draft of drafts.sort((a, b) => a.createdAt - b.createdAt)) write(madePickups, from, draft);
  renumber(from.tickets.events);
  return madePickups;
}

function write(made: DemoPickups, from: PickupSources, draft: Draft): void {
  const id = made.pickups.length + 1;
  const first = draft.passages[0] as Passage;
  const confirmed = draft.confirmedAt !== null;
  const end = draft.cancelledAt ?? draft.confirmedAt ?? draft.createdAt;
  const scheduledFor = workingDay(
    addDays(new Date(draft.confirmedAt ?? draft.createdAt).toISOString().slice(0, 10), 2),
  );
  made.pickups.push({
    id,
    type: draft.type,
    carrierId: draft.type === 'TRANSPORTADORA' ? draft.partyId : null,
    representativeId: draft.type === 'REPRESENTANTE' ? draft.partyId : null,
    status: draft.cancelledAt !== null ? 'CANCELADA' : confirmed ? 'CONFIRMADA' : 'GERADA',
    note: id % 4 === 0 ? 'Ligar meia hora antes de chegar.' : '',
    scheduledFor: confirmed ? scheduledFor : null,
    createdBy: first.personId,
    createdAt: new Date(draft.createdAt),
    updatedAt: new Date(end),
    confirmedBy: confirmed ? first.personId : null,
    confirmedAt: draft.confirmedAt === null ? null : new Date(draft.confirmedAt),
    version: 1 + Number(confirmed) + Number(draft.cancelledAt !== null),
  });
  const name = nameOf(from, draft);
  for (const passage of draft.passages) {
    made.tickets.push({
      id: made.tickets.length + 1,
      pickupId: id,
      ticketId: passage.ticket.id,
      active: draft.cancelledAt === null,
    });
    const data = { coleta: id, responsavel: name };
    addEvent(from, passage, draft.createdAt, `Coleta ${id} gerada: ${name}.`, {
      ...data,
      situacao: 'GERADA',
    });
    if (draft.confirmedAt !== null)
      addEvent(
        from,
        passage,
        draft.confirmedAt,
        `Coleta ${id} confirmada para ${formatCalendarDate(scheduledFor)}.`,
        { ...data, situacao: 'CONFIRMADA' },
      );
    if (draft.cancelledAt !== null)
      addEvent(from, passage, draft.cancelledAt, `Coleta ${id} cancelada.`, {
        ...data,
        situacao: 'CANCELADA',
        motivo: CANCEL_REASON,
      });
  }
}

/** Sorts each timeline chronologically and renumbers it, so that pickup events are in the right place. */
function renumber(events: DemoTickets['events']): void {
  events.sort((a, b) => a.ticketId - b.ticketId || Number(a.createdAt) - Number(b.createdAt));
  events.forEach((event, index) => {
    event.id = index + 1;
  });
}

/** The day itself, or the Monday after a weekend. */
function workingDay(day: CalendarDate): CalendarDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

const CANCEL_REASON = 'A transportadora não passa mais por esta rota.';

function nameOf({ carriers, representatives }: PickupSources, { type, partyId }: Draft): string {
  return type === 'TRANSPORTADORA'
    ? (carriers.find(({ id }) => id === partyId)?.tradeName ?? '')
    : (representatives.find(({ id }) => id === partyId)?.name ?? '');
}

/** Adds an event to the timeline, which also increases the version. */
function addEvent(
  { tickets: { events } }: PickupSources,
  { ticket, personId }: Passage,
  at: number,
  note: string,
  data: Record<string, unknown>,
): void {
  events.push({
    id: events.length + 1,
    ticketId: ticket.id,
    type: 'COLETA',
    note,
    internal: false,
    personId,
    data,
    createdAt: new Date(at),
  });
  ticket.version = (ticket.version ?? 1) + 1;
  if (Number(ticket.updatedAt) < at) ticket.updatedAt = new Date(at);
}

/** A pickup that has no number yet. */
interface Draft {
  type: PickupType;
  partyId: number;
  passages: Passage[];
  createdAt: number;
  confirmedAt: number | null;
  cancelledAt: number | null;
}

const MINUTE = 60_000;
/** Number of tickets per pickup of one carrier. */
const TICKETS_PER_PICKUP = 3;

function draftsOf(passages: readonly Passage[], { today }: Pick<PickupSources, 'today'>): Draft[] {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const fetchedPassages = passages.filter(({ leftAt }) => leftAt !== null).map(fetched);
  const here = passages.filter(({ leftAt, ticket }) => leftAt === null && isOpen(ticket.status));
  return [...fetchedPassages, ...together(here).flatMap((group, index) => underWay(group, index, midnight))];
}

const isOpen = (status: string | undefined) => status !== 'FINALIZADO' && status !== 'CANCELADO';

/** Generated and confirmed during the stay; every fifth by the representative. */
function fetched(passage: Passage, index: number): Draft {
  const { enteredAt, leftAt, ticket } = passage;
  const third = Math.max(0, ((leftAt ?? enteredAt) - enteredAt) / 3);
  const representativeId = index % 5 === 0 ? ticket.representativeId : null;
  return {
    type: representativeId ? 'REPRESENTANTE' : 'TRANSPORTADORA',
    partyId: representativeId ?? passage.carrierId,
    passages: [passage],
    createdAt: Math.round(enteredAt + third),
    confirmedAt: Math.round(enteredAt + 2 * third),
    cancelledAt: null,
  };
}

/** Groups passages by carrier, a few each. */
function together(passages: readonly Passage[]): Passage[][] {
  const groups: Passage[][] = [];
  for (const passage of passages) {
    const open = groups.find(
      (group) => group.length < TICKETS_PER_PICKUP && group[0]?.carrierId === passage.carrierId,
    );
    if (open) open.push(passage);
    else groups.push([passage]);
  }
  return groups;
}

/** In turn: waiting, generated, confirmed; the first of the waiting ones had a cancelled pickup. */
function underWay(passages: Passage[], index: number, midnight: number): Draft[] {
  const last = Math.max(...passages.map(({ ticket }) => Number(ticket.updatedAt)));
  const later = (minutes: number) => Math.max(last, Math.min(last + minutes * MINUTE, midnight - MINUTE));
  const turn = index % 3;
  if (turn === 0 && index > 0) return [];
  return [
    {
      type: 'TRANSPORTADORA',
      partyId: (passages[0] as Passage).carrierId,
      passages,
      createdAt: later(20),
      confirmedAt: turn === 2 ? later(50) : null,
      cancelledAt: turn === 0 ? later(50) : null,
    },
  ];
}
