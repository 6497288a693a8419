/** How the person is found who gets a ticket, where nobody is named. */
export const distributions = [
  { value: 'MENOS_TICKETS', label: 'Quem tem menos tickets em aberto' },
  { value: 'NA_VEZ', label: 'Um de cada vez' },
  { value: 'SUBSTITUTO', label: 'O substituto de quem está ausente' },
] as const;
export type Distribution = (typeof distributions)[number]['value'];

/**
 * Whose turn it is after somebody, by number and from the beginning again after the last; whoever was last need not be among
 * them any more. `null` if there is nobody.
 */
export function nextInTurn(ids: readonly number[], last: number): number | null {
  const ordered = [...ids].sort((one, other) => one - other);
  return ordered.find((id) => id > last) ?? ordered[0] ?? null;
}

/** Of these people whoever has the fewest tickets, of equals the lowest number; `null` if there is nobody. */
export function leastOf(ids: readonly number[], load: ReadonlyMap<number, number>): number | null {
  const loadOf = (id: number) => load.get(id) ?? 0;
  let least: number | null = null;
  for (const id of ids)
    if (least === null || loadOf(id) < loadOf(least) || (loadOf(id) === loadOf(least) && id < least))
      least = id;
  return least;
}

export interface Waiting {
  id: number;
  /** When its step is due, as an instant; `null` for never, which comes last. */
  dueAt: string | null;
  /** Who may get it: present, of its branch and sector, with the skill that it asks for. */
  able: readonly number[];
}

/**
 * Shares tickets out, in the order in which they are due, so that the people end up with loads as equal as their skills allow:
 * nobody could hand a ticket on, directly or over others, to somebody who would still have fewer. The same tickets and loads
 * always give the same answer. Tickets that nobody may get are not in it.
 *
 * @param loads the open tickets that each person has besides these
 */
export function shareOut(
  tickets: readonly Waiting[],
  loads: ReadonlyMap<number, number>,
): Map<number, number> {
  const ordered = [...tickets].sort(byDue);
  const load = new Map(loads);
  const groups = groupsOf(ordered);
  for (const group of groups)
    for (const _ of group.tickets) {
      const who = leastOf(group.able, load);
      if (who !== null) give(group, who, 1, load);
    }
  while (evenOut(groups, load));
  return new Map(groups.flatMap(dealt));
}

/** The tickets that the same people may get, and how many of them each gets. */
interface Group {
  able: readonly number[];
  tickets: Waiting[];
  shares: Map<number, number>;
}

const byDue = (one: Waiting, other: Waiting): number =>
  (one.dueAt ?? LAST) < (other.dueAt ?? LAST)
    ? -1
    : (one.dueAt ?? LAST) > (other.dueAt ?? LAST)
      ? 1
      : one.id - other.id;
/** After every instant that is written as a text. */
const LAST = '~';

const keyOf = ({ able }: Pick<Waiting, 'able'>) => [...able].sort((a, b) => a - b).join();

function groupsOf(ordered: readonly Waiting[]): Group[] {
  const groups = new Map<string, Group>();
  for (const ticket of ordered) {
    const key = keyOf(ticket);
    const group: Group = groups.get(key) ?? { able: ticket.able, tickets: [], shares: new Map() };
    group.tickets.push(ticket);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function give({ shares }: Group, who: number, count: number, load: Map<number, number>): void {
  shares.set(who, (shares.get(who) ?? 0) + count);
  load.set(who, (load.get(who) ?? 0) + count);
}

/** Moves one ticket along the shortest way from somebody to another who has at least two fewer; false if there is none. */
function evenOut(groups: readonly Group[], load: Map<number, number>): boolean {
  const people = [...new Set(groups.flatMap(({ able }) => able))];
  const loadOf = (id: number) => load.get(id) ?? 0;
  for (const from of people.sort((one, other) => loadOf(other) - loadOf(one) || one - other)) {
    const came = new Map<number, { by: number; group: Group }>();
    const queue = [from];
    for (let at = 0; at < queue.length; at += 1) {
      const by = queue[at] as number;
      for (const group of groups) {
        if ((group.shares.get(by) ?? 0) === 0) continue;
        for (const next of group.able) {
          if (next === from || came.has(next)) continue;
          came.set(next, { by, group });
          queue.push(next);
        }
      }
    }
    const to = leastOf([...came.keys()], load);
    if (to === null || loadOf(from) - loadOf(to) < 2) continue;
    for (let who = to; who !== from; ) {
      const step = came.get(who);
      if (!step) break;
      give(step.group, step.by, -1, load);
      give(step.group, who, 1, load);
      who = step.by;
    }
    return true;
  }
  return false;
}

/** The tickets of a group themselves: one to each of its people in turn, so that what is due first is spread over them. */
function dealt({ tickets, shares }: Group): [ticket: number, person: number][] {
  const people = [...shares].sort(([one], [other]) => one - other);
  const left = new Map(people);
  let turn = -1;
  return tickets.flatMap(({ id }) => {
    for (let tries = 0; tries < people.length; tries += 1) {
      turn = (turn + 1) % people.length;
      const [who] = people[turn] ?? [0];
      const count = left.get(who) ?? 0;
      if (count === 0) continue;
      left.set(who, count - 1);
      return [[id, who] as [number, number]];
    }
    return [];
  });
}
