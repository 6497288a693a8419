import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { minuteOf, scheduleContacts } from '#contract/rules/agendas/automation.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { proposeMoves } from '#server/callcenter/agendaSupervision/transfer.ts';

const DAYS = Array.from({ length: 7 }, (_, index) => addDays('2026-11-23', index));
const day = fc.constantFrom(...DAYS);
const person = fc.integer({ min: 1, max: 4 });
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();

const contacts = fc.array(
  fc.record({
    sellers: fc.uniqueArray(person, { maxLength: 3 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 7 }),
    notBefore: fc.oneof(fc.constant(''), day),
  }),
  { maxLength: 40 },
);
const room = fc.dictionary(fc.constantFrom('1', '2', '3', '4'), fc.integer({ min: 0, max: 4 }));

describe('spreading contacts over days', () => {
  it('respects capacity and working days, and places each contact once or reports it', () => {
    fc.assert(
      fc.property(contacts, room, (given, rooms) => {
        const all = given.map((each, index) => ({ ...each, customerId: index + 1 }));
        const roomOf = (id: number) => rooms[String(id)] ?? 0;
        const { placed, left } = scheduleContacts(all, DAYS, roomOf);
        expect([...placed.map(({ customerId }) => customerId), ...left].sort((a, b) => a - b)).toEqual(
          all.map(({ customerId }) => customerId),
        );
        const loads = new Map<string, number>();
        for (const { customerId, personId, day: on, place } of placed) {
          const contact = all[customerId - 1];
          const key = `${personId}/${on}`;
          expect(place).toBe(loads.get(key) ?? 0);
          loads.set(key, place + 1);
          expect(contact?.sellers).toContain(personId);
          expect(on >= (contact?.notBefore ?? '')).toBe(true);
          if (contact?.weekdays.length) expect(contact.weekdays).toContain(weekdayOf(on));
          expect(place + 1).toBeLessThanOrEqual(roomOf(personId));
        }
      }),
    );
  });

  it('keeps the last contact within the working day', () => {
    expect([minuteOf(540, 0), minuteOf(540, 3), minuteOf(540, 500)]).toEqual([540, 570, 1075]);
  });
});

describe('evening out the contacts of a day', () => {
  const movable = fc.array(fc.record({ day, personId: person, candidates: fc.uniqueArray(person) }), {
    maxLength: 60,
  });

  it('exceeds no capacity, moves only from overloaded people and keeps the day', () => {
    fc.assert(
      fc.property(movable, room, (given, rooms) => {
        const all = given.map((each, index) => ({ ...each, id: index + 1 }));
        const capacity = (id: number) => rooms[String(id)] ?? 0;
        const { moves, stuck } = proposeMoves(all, new Map([1, 2, 3, 4].map((id) => [id, capacity(id)])));
        const load = new Map<string, number>();
        const add = (id: number, on: string, by: number) =>
          load.set(`${id}/${on}`, (load.get(`${id}/${on}`) ?? 0) + by);
        for (const each of all) add(each.personId, each.day, 1);
        const before = new Map(load);
        for (const { id, from, to } of moves) {
          const agenda = all[id - 1];
          expect([agenda?.personId, agenda?.candidates.includes(to), from === to]).toEqual([
            from,
            true,
            false,
          ]);
          add(from, agenda?.day ?? '', -1);
          add(to, agenda?.day ?? '', 1);
        }
        for (const [key, total] of load) {
          const most = capacity(Number(key.split('/')[0]));
          const had = before.get(key) ?? 0;
          if (total > had) expect(total).toBeLessThanOrEqual(most);
          if (total < had) expect(total).toBeGreaterThanOrEqual(most);
        }
        expect(stuck).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
