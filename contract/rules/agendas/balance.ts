/** An open agenda on a day, with the people other than its owner who could make the contact. */
interface Movable {
  id: number;
  day: string;
  personId: number;
  candidates: readonly number[];
}

interface ProposedMove {
  id: number;
  from: number;
  to: number;
}

/**
 * Moves agendas from people above capacity to those with the most capacity left on the same day. Nobody is filled beyond
 * their capacity, nobody with capacity left gives anything away, and no agenda changes its day.
 */
export function proposeMoves(
  agendas: readonly Movable[],
  capacities: ReadonlyMap<number, number>,
): { moves: ProposedMove[]; stuck: number } {
  const room = new Map<string, number>();
  const key = (day: string, personId: number) => `${day}/${personId}`;
  const roomOf = (day: string, personId: number) =>
    room.get(key(day, personId)) ?? capacities.get(personId) ?? 0;
  for (const { day, personId } of agendas) room.set(key(day, personId), roomOf(day, personId) - 1);
  const moves: ProposedMove[] = [];
  let stuck = 0;
  // The last ones in the list move first, so that earlier ones stay with the person the customer knows.
  for (const { id, day, personId, candidates } of [...agendas].reverse()) {
    if (roomOf(day, personId) >= 0) continue;
    const to = roomiest(candidates, (candidate) => (candidate === personId ? 0 : roomOf(day, candidate)));
    if (to === undefined) {
      stuck++;
      continue;
    }
    room.set(key(day, personId), roomOf(day, personId) + 1);
    room.set(key(day, to), roomOf(day, to) - 1);
    moves.push({ id, from: personId, to });
  }
  return { moves, stuck: Math.min(stuck, overflow(room)) };
}

function roomiest(candidates: readonly number[], roomOf: (id: number) => number): number | undefined {
  let best: number | undefined;
  for (const candidate of candidates)
    if (roomOf(candidate) > (best === undefined ? 0 : roomOf(best))) best = candidate;
  return best;
}

/** The number of agendas that still exceed people's capacity. */
const overflow = (room: ReadonlyMap<string, number>): number =>
  [...room.values()].reduce((sum, left) => sum + Math.max(0, -left), 0);
