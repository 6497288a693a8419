import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextInTurn, shareOut, type Waiting } from '#contract/rules/tickets/distribution.ts';

it('gives everybody as many as everybody else, whoever began', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 5 }),
      (ids, begin, rounds) => {
        const given = new Map<number, number>();
        let last = begin;
        for (let turn = 0; turn < ids.length * rounds; turn += 1) {
          last = nextInTurn(ids, last) ?? -1;
          given.set(last, (given.get(last) ?? 0) + 1);
        }
        expect([...given.keys()].sort()).toEqual([...ids].sort());
        expect(new Set(given.values())).toEqual(new Set([rounds]));
      },
    ),
  );
  expect(nextInTurn([], 3)).toBeNull();
});

/** People by number with the tickets that they have, and tickets that only some of them may get. */
const waiting = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })
  .chain((people) =>
    fc.record({
      people: fc.constant(people),
      loads: fc.tuple(...people.map((id) => fc.tuple(fc.constant(id), fc.integer({ min: 0, max: 6 })))),
      tickets: fc
        .array(
          fc.record({
            able: fc.subarray(people),
            dueAt: fc.option(fc.constantFrom('2026-11-02T12:00:00.000Z', '2026-11-03T12:00:00.000Z')),
          }),
          { maxLength: 14 },
        )
        .map((each): Waiting[] => each.map((ticket, at) => ({ ...ticket, id: at + 1 }))),
    }),
  );

const after = (loads: readonly (readonly [number, number])[], given: ReadonlyMap<number, number>) => {
  const load = new Map(loads);
  for (const who of given.values()) load.set(who, (load.get(who) ?? 0) + 1);
  return load;
};

it('gives every ticket that somebody may get to one of them, and nobody anything else', () => {
  fc.assert(
    fc.property(waiting, ({ loads, tickets }) => {
      const given = shareOut(tickets, new Map(loads));
      expect([...given.keys()].sort((a, b) => a - b)).toEqual(
        tickets.flatMap(({ id, able }) => (able.length > 0 ? [id] : [])),
      );
      for (const { id, able } of tickets) if (given.has(id)) expect(able).toContain(given.get(id));
    }),
  );
});

it('leaves loads that differ by at most one between those who may get the same', () => {
  fc.assert(
    fc.property(waiting, ({ people, loads, tickets }) => {
      const forAll = tickets.map((ticket) => ({ ...ticket, able: people }));
      const load = after(loads, shareOut(forAll, new Map(loads)));
      // Whoever had more than the rest from the beginning gets nothing.
      const got = people.filter((id) => load.get(id) !== new Map(loads).get(id));
      const counts = got.map((id) => load.get(id) ?? 0);
      const least = Math.min(...people.map((id) => load.get(id) ?? 0));
      for (const count of counts) expect(count - least).toBeLessThanOrEqual(1);
    }),
  );
});

/** The smallest sum of squares of the loads that any way of sharing out reaches, which is the most equal. */
function mostEqual(tickets: readonly Waiting[], loads: Map<number, number>): number {
  const [first, ...rest] = tickets;
  if (!first) return [...loads.values()].reduce((sum, count) => sum + count * count, 0);
  if (first.able.length === 0) return mostEqual(rest, loads);
  return Math.min(
    ...first.able.map((who) => mostEqual(rest, new Map(loads).set(who, (loads.get(who) ?? 0) + 1))),
  );
}

it('is as equal as the skills allow', () => {
  fc.assert(
    fc.property(waiting, ({ loads, tickets: all }) => {
      const tickets = all.slice(0, 6);
      const load = after(loads, shareOut(tickets, new Map(loads)));
      const squares = [...load.values()].reduce((sum, count) => sum + count * count, 0);
      expect(squares).toBe(mostEqual(tickets, new Map(loads)));
    }),
    { numRuns: 60 },
  );
  // In the order of due times alone both would go to 1.
  const only = (id: number, able: number[]) => ({ id, able, dueAt: null });
  expect(shareOut([only(1, [1, 2]), only(2, [1])], new Map())).toEqual(
    new Map([
      [1, 2],
      [2, 1],
    ]),
  );
});

it('does not depend on the order in which tickets are given, and spreads what is due first', () => {
  fc.assert(
    fc.property(waiting, ({ loads, tickets }) => {
      const sorted = (given: ReadonlyMap<number, number>) => [...given].sort(([a], [b]) => a - b);
      expect(sorted(shareOut([...tickets].reverse(), new Map(loads)))).toEqual(
        sorted(shareOut(tickets, new Map(loads))),
      );
    }),
  );
  const due = (id: number, day: number) => ({ id, able: [1, 2], dueAt: `2026-11-0${day}T12:00:00.000Z` });
  const given = shareOut([due(1, 4), due(2, 1), due(3, 2), due(4, 3)], new Map());
  expect(new Set([given.get(2), given.get(3)]).size).toBe(2);
});

it('shares out 10,000 tickets among 60 people within the time of a request', () => {
  const people = Array.from({ length: 60 }, (_, at) => at + 1);
  const tickets = Array.from({ length: 10_000 }, (_, at) => ({
    id: at + 1,
    dueAt: null,
    able: people.filter((id) => (id + at) % 12 !== 0 || id % 5 === 0),
  }));
  const load = after([], shareOut(tickets, new Map()));
  expect(Math.max(...load.values()) - Math.min(...load.values())).toBeLessThanOrEqual(1);
});
