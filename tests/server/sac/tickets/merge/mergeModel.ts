/** The reference for merging and dividing: what hangs on which ticket, written as plainly as it can be. */

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

/** A part of a ticket that became another one; both stood at a visit of the same step. */
interface Division extends Omit<Transfer, 'visit'> {
  visits: { from: number; to: number };
}

export interface Model {
  tickets: ModelTicket[];
  transfers: Transfer[];
  divisions: Division[];
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

/** Takes the lines and messages at these places of the ticket, each counted modulo how many there are. */
interface Split extends Single<'split'> {
  lines: number[];
  messages: number[];
}

export type Command =
  | Several<'merge'>
  | Several<'undo'>
  | Split
  | Single<'unsplit'>
  | Single<'reply'>
  | Single<'cancel'>
  | Single<'detour'>;

/** Tickets of one, two and three lines, and one that is a mere conversation. */
export const QUANTITIES: readonly (readonly number[])[] = [[4], [3, 2.5], [1, 2, 5], []];

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
    divisions: [],
    said: 0,
  };
}

/** What a command about any numbers means among the tickets that there are. */
export function among(model: Model, command: Command): Command {
  const own = (index: number) => index % model.tickets.length;
  if (command.kind === 'merge' || command.kind === 'undo')
    return { ...command, lead: own(command.lead), others: command.others.map(own) };
  return { ...command, ticket: own(command.ticket) };
}

/** The lines and messages that a split takes. */
export function chosenOf({ tickets }: Model, { ticket, lines, messages }: Split) {
  const at = tickets[ticket] as ModelTicket;
  const pick = <T>(all: readonly T[], places: readonly number[]) => [
    ...new Set(all.length === 0 ? [] : places.map((place) => all[place % all.length] as T)),
  ];
  return { lines: pick(at.lines, lines), messages: pick(at.messages, messages) };
}

/** The state after the command, or `null` if it must be refused and change nothing. */
export function after(before: Model, command: Command): Model | null {
  const model = structuredClone(before);
  const at = (index: number) => model.tickets[index] as ModelTicket;
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
  if (command.kind === 'split') return split(model, command);
  if (command.kind === 'unsplit') return unsplit(model, command.ticket);
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

const isOpen = (ticket: ModelTicket) => !ticket.cancelled && ticket.into === null;

function inUndoOrder({ transfers }: Model, { lead, others }: { lead: number; others: number[] }): number[] {
  const place = (from: number) => transfers.findIndex((each) => each.from === from && each.to === lead);
  return [...others].sort((one, other) => place(other) - place(one));
}

function mergeOne(model: Model, lead: number, other: number): boolean {
  const [to, from] = [model.tickets[lead] as ModelTicket, model.tickets[other] as ModelTicket];
  if (!isOpen(to) || !isOpen(from)) return false;
  if (from.lines.length > 0 && from.detour !== to.detour) return false;
  const first = Math.max(0, ...to.lines.map(({ line }) => line)) + 1;
  model.transfers.push({
    from: other,
    to: lead,
    visit: to.visit,
    lines: structuredClone(from.lines),
    messages: [...from.messages],
  });
  to.lines.push(...inOrder(from.lines).map((each, index) => ({ ...each, line: first + index })));
  to.messages.push(...from.messages);
  Object.assign(from, { lines: [], messages: [], into: lead });
  return true;
}

const inOrder = (lines: readonly ModelLine[]) => [...lines].sort((one, other) => one.line - other.line);

function undoOne(model: Model, lead: number, other: number): boolean {
  const [to, from] = [model.tickets[lead] as ModelTicket, model.tickets[other] as ModelTicket];
  const transfer = model.transfers.find((each) => each.from === other && each.to === lead);
  if (!transfer || !isOpen(to) || to.visit !== transfer.visit) return false;
  if (!transfer.lines.every((line) => hasLine(to, line))) return false;
  if (!transfer.messages.every((message) => to.messages.includes(message))) return false;
  const keys = new Set(transfer.lines.map(({ key }) => key));
  to.lines = to.lines.filter(({ key }) => !keys.has(key));
  to.messages = to.messages.filter((message) => !transfer.messages.includes(message));
  Object.assign(from, { lines: transfer.lines, messages: transfer.messages, into: null });
  model.transfers = model.transfers.filter((each) => each !== transfer);
  return true;
}

const hasLine = ({ lines }: ModelTicket, { key, held }: ModelLine) =>
  lines.some((line) => line.key === key && line.held === held);

/** The tickets are returns, of which each needs a product. */
function split(model: Model, command: Split): Model | null {
  const from = model.tickets[command.ticket] as ModelTicket;
  const { lines, messages } = chosenOf(model, command);
  const going = new Set(lines.map(({ key }) => key));
  if (going.size === 0 || going.size === from.lines.length) return null;
  model.divisions.push({
    from: command.ticket,
    to: model.tickets.length,
    visits: { from: from.visit, to: 0 },
    lines: structuredClone(inOrder(lines)),
    messages,
  });
  model.tickets.push({
    detour: from.detour,
    visit: 0,
    cancelled: false,
    into: null,
    lines: inOrder(lines).map((each, index) => ({ ...each, line: index + 1 })),
    messages,
  });
  from.lines = from.lines.filter(({ key }) => !going.has(key));
  from.messages = from.messages.filter((message) => !messages.includes(message));
  return model;
}

function unsplit(model: Model, part: number): Model | null {
  const division = model.divisions.find(({ to }) => to === part);
  if (!division) return null;
  const [from, to] = [model.tickets[division.from] as ModelTicket, model.tickets[part] as ModelTicket];
  const { visits, lines, messages } = division;
  if (!isOpen(from) || from.visit !== visits.from || to.visit !== visits.to) return null;
  if (to.lines.length !== lines.length || !lines.every((line) => hasLine(to, line))) return null;
  if (!messages.every((message) => to.messages.includes(message))) return null;
  const taken = new Set(from.lines.map(({ line }) => line));
  let last = Math.max(0, ...taken, ...lines.map(({ line }) => line));
  from.lines.push(...lines.map((each) => (taken.has(each.line) ? { ...each, line: ++last } : each)));
  from.messages.push(...to.messages);
  Object.assign(to, { lines: [], messages: [], into: division.from });
  model.divisions = model.divisions.filter((each) => each !== division);
  return model;
}
