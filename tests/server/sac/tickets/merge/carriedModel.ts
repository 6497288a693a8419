/** What several tickets have of a set, such as their followers: the reference that merging and dividing are compared with. */
export interface SetModel {
  tickets: Held[];
}

interface Held {
  /** What was put there by hand, or was there when the ticket became one of its own. */
  own: Set<number>;
  /** What of it came with the division that made the ticket. */
  divided: Set<number>;
  /** The ticket that this one was merged into, or went back to. */
  into: number | null;
  back: boolean;
  partOf: number | null;
}

interface OfSeveral {
  ticket: number;
  others: number[];
}
interface OfOne {
  ticket: number;
}
interface OfKey {
  ticket: number;
  key: number;
}

export type SetCommand =
  | ({ kind: 'merge' } & OfSeveral)
  | ({ kind: 'undo' } & OfSeveral)
  | ({ kind: 'split' } & OfOne)
  | ({ kind: 'unsplit' } & OfOne)
  | ({ kind: 'add' } & OfKey)
  | ({ kind: 'remove' } & OfKey);

export const startSets = (count: number): SetModel => ({
  tickets: Array.from({ length: count }, () => newTicket(new Set(), null)),
});

const newTicket = (own: ReadonlySet<number>, partOf: number | null): Held => ({
  own: new Set(own),
  divided: partOf === null ? new Set() : new Set(own),
  into: null,
  back: false,
  partOf,
});

/** A ticket has its own and whatever the tickets have that are merged into it now; nothing else is remembered. */
export function heldBy(model: SetModel, ticket: number): Set<number> {
  const held = new Set(model.tickets[ticket]?.own);
  for (const [index, { into, back }] of model.tickets.entries())
    if (into === ticket && !back) for (const key of heldBy(model, index)) held.add(key);
  return held;
}

/** The tickets after the command, or `null` if it is refused. */
export function afterSets(model: SetModel, command: SetCommand): SetModel | null {
  const next = structuredClone(model);
  const at = (index: number): Held => {
    const found = next.tickets[index];
    if (!found) throw new Error(`no ticket ${index}`);
    return found;
  };
  const isOpen = (index: number) => at(index).into === null;
  const { ticket } = command;
  if (command.kind === 'undo' || command.kind === 'merge') {
    const { kind, others } = command;
    if (!isOpen(ticket) || others.includes(ticket) || new Set(others).size < others.length) return null;
    for (const other of others) {
      if (kind === 'merge' ? !isOpen(other) : at(other).into !== ticket || at(other).back) return null;
      at(other).into = kind === 'merge' ? ticket : null;
    }
    return next;
  }
  if (command.kind === 'split') {
    if (!isOpen(ticket)) return null;
    next.tickets.push(newTicket(heldBy(next, ticket), ticket));
    return next;
  }
  if (command.kind === 'unsplit') {
    const part = at(ticket);
    if (part.partOf === null || !isOpen(ticket) || !isOpen(part.partOf)) return null;
    const added = [...part.own].filter((key) => !part.divided.has(key));
    for (const [index, { into, back }] of next.tickets.entries())
      if (into === ticket && !back) added.push(...heldBy(next, index));
    for (const key of added) at(part.partOf).own.add(key);
    part.into = part.partOf;
    part.back = true;
    return next;
  }
  const has = heldBy(next, ticket).has(command.key);
  if (!isOpen(ticket) || has === (command.kind === 'add')) return null;
  if (command.kind === 'add') at(ticket).own.add(command.key);
  else takeOut(next, ticket, command.key);
  return next;
}

/** Out of everything that the number stands for. */
function takeOut({ tickets }: SetModel, ticket: number, key: number): void {
  tickets[ticket]?.own.delete(key);
  tickets[ticket]?.divided.delete(key);
  for (const [index, { into }] of tickets.entries()) if (into === ticket) takeOut({ tickets }, index, key);
}
