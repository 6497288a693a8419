import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contactDoors } from './contactDoors.ts';
import { DOORS, type Door, type DoorTable, doors, emptyCells, RULES, type Rule } from './doorTable.ts';
import { endedQuoteDoors } from './endedQuoteDoors.ts';
import { quoteDoors } from './quoteDoors.ts';
import { titleDoors } from './titleDoors.ts';
import { openWorld, type World } from './world.ts';
import { DOOR_OF_WRITE, writesOf } from './writes.ts';

const TABLE: DoorTable = { ...contactDoors, ...quoteDoors, ...endedQuoteDoors, ...titleDoors };

const rules = Object.keys(RULES) as Rule[];

describe('table of rules and doors', () => {
  it('has a case or a reason in every cell', () => {
    expect(emptyCells(TABLE, rules)).toEqual([]);
  });

  it('notices a new rule, a new door and a reason that says nothing', () => {
    expect(emptyCells(TABLE, [...rules, 'unheard'])).toHaveLength(doors.length);
    const { COPY: _, ...row } = TABLE.stock;
    expect(emptyCells({ stock: row }, ['stock'])).toEqual(['stock × COPY']);
    expect(emptyCells({ stock: { ...row, COPY: { notApplicable: 'n/a' } } }, ['stock'])).toEqual([
      'stock × COPY',
    ]);
  });

  it.each(Object.keys(DOOR_OF_WRITE) as (keyof typeof DOOR_OF_WRITE)[])(
    'knows the door of every call that writes %s',
    (noun) => {
      expect(Object.keys(DOOR_OF_WRITE[noun]).sort()).toEqual(writesOf(noun).sort());
      const used = new Set<string>(Object.values(DOOR_OF_WRITE[noun]).filter((door) => door in DOORS));
      const tried = new Set<string>(
        doors.filter((door) => rules.some((rule) => typeof TABLE[rule][door] === 'function')),
      );
      expect([...used].filter((door) => !tried.has(door))).toEqual([]);
    },
  );
});

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.server.close());
beforeEach(() => world.reset());

const cases = rules.flatMap((rule) =>
  doors.flatMap((door: Door) => {
    const cell = TABLE[rule][door];
    return typeof cell === 'function' ? [{ rule: RULES[rule], door: DOORS[door], run: cell }] : [];
  }),
);
describe('each rule at each of its doors', () => {
  it.each(cases)('$rule: by $door', ({ run }) => run(world));
});
