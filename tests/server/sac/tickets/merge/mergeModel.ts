/** The reference for merging: what hangs on which ticket, written as plainly as it can be. */

export interface ModelLine {
  key: number;
  /** Its number on the ticket. */
  line: number;
  held: number;
}

export interface ModelTicket {
  /** Whether it waits for the customer's photos, a detour from the analysis. */
  detour: boolean;
  /** Grows with every step that it enters. */
  visit: number;
  cancelled: boolean;
  into: number | null;
  lines: ModelLine[];
  messages: number[];
}

interface Transfer {
  from: number;
  to: number;
  visit: number;
  lines: ModelLine[];
  messages: number[];
}

export interface Model {
  tickets: ModelTicket[];
  transfers: Transfer[];
  /** Messages written so far. */
  said: number;
}

interface Several<Kind> {
  kind: Kind;
  lead: number;
  others: number[];
}

interface Single<Kind> {
  kind: Kind;
  ticket: number;
}

export type Command =
  | Several<'merge'>
  | Several<'undo'>
  | Single<'reply'>
  | Single<'cancel'>
  | Single<'detour'>;

/** Tickets of one and two lines, and one that is a mere conversation. */
export const QUANTITIES: readonly (readonly number[])[] = [[4], [3, 2.5], [1], []];

export function start(): Model {
  let key = 0;
  return {
    tickets: QUANTITIES.map((quantities) => ({
      detour: false,
      visit: 0,
      cancelled: false,
      into: null,
      lines: quantities.map((held, index) => ({ key: key++, line: index + 1, held })),
      messages: [],
    })),
    transfers: [],
    said: 0,
  };
}

/** The state after the command, or `null` if it must be refused and change nothing. */
export function after(before: Model, command: Command): Model | null {
  const model = structuredClone(before);
  const at = (index: number) => model.tickets[index] as ModelTicket;
  const isOpen = (ticket: ModelTicket) => !ticket.cancelled && ticket.into === null;
  if (command.kind === 'merge' || command.kind === 'undo') {
    const all = [command.lead, ...command.others];
    if (new Set(all).size < all.length) return null;
    const one = command.kind === 'merge' ? mergeOne : undoOne;
    // The last one that was merged is the first to be taken back.
    const others = command.kind === 'merge' ? command.others : inUndoOrder(model, command);
    return others.every((other) => one(model, command.lead, other)) ? model : null;
  }
  const ticket = at(command.ticket);
  if (!isOpen(ticket)) return null;
  if (command.kind === 'reply') ticket.messages.push(model.said++);
  if (command.kind === 'cancel') {
    ticket.cancelled = true;
    for (const line of ticket.lines) line.held = 0;
  }
  if (command.kind === 'detour') {
    ticket.detour = !ticket.detour;
    ticket.visit += 1;
  }
  return model;
}

function inUndoOrder({ transfers }: Model, { lead, others }: { lead: number; others: number[] }): number[] {
  const place = (from: number) => transfers.findIndex((each) => each.from === from && each.to === lead);
  return [...others].sort((one, other) => place(other) - place(one));
}

function mergeOne(model: Model, lead: number, other: number): boolean {
  const [to, from] = [model.tickets[lead] as ModelTicket, model.tickets[other] as ModelTicket];
  if (to.cancelled || from.cancelled || to.into !== null || from.into !== null) return false;
  if (from.lines.length > 0 && from.detour !== to.detour) return false;
  const first = Math.max(0, ...to.lines.map(({ line }) => line)) + 1;
  model.transfers.push({
    from: other,
    to: lead,
    visit: to.visit,
    lines: structuredClone(from.lines),
    messages: [...from.messages],
  });
  to.lines.push(...from.lines.map((each, index) => ({ ...each, line: first + index })));
  to.messages.push(...from.messages);
  Object.assign(from, { lines: [], messages: [], into: lead });
  return true;
}

function undoOne(model: Model, lead: number, other: number): boolean {
  const [to, from] = [model.tickets[lead] as ModelTicket, model.tickets[other] as ModelTicket];
  const transfer = model.transfers.find((each) => each.from === other && each.to === lead);
  if (!transfer || to.cancelled || to.into !== null || to.visit !== transfer.visit) return false;
  const isThere = ({ key, held }: ModelLine) =>
    to.lines.some((line) => line.key === key && line.held === held);
  if (!transfer.lines.every(isThere)) return false;
  const keys = new Set(transfer.lines.map(({ key }) => key));
  to.lines = to.lines.filter(({ key }) => !keys.has(key));
  to.messages = to.messages.filter((message) => !transfer.messages.includes(message));
  Object.assign(from, { lines: transfer.lines, messages: transfer.messages, into: null });
  model.transfers = model.transfers.filter((each) => each !== transfer);
  return true;
}
