import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DOORS, type DoorTable, doors, emptyCells } from './doorTable.ts';

interface Tried<R extends string, W> {
  rules: Readonly<Record<R, string>>;
  table: DoorTable<R, W>;
  open: () => Promise<W>;
  close: (world: W) => Promise<unknown>;
  /** What the cells of one world must not leave to each other. */
  reset?: (world: W) => Promise<unknown>;
}

/** A test for each cell of the table that is a case; a cell that is missing or says nothing fails. */
export function tryEveryDoor<R extends string, W>({ rules, table, open, close, reset }: Tried<R, W>): void {
  const keys = Object.keys(rules) as R[];

  describe('table of rules and doors', () => {
    it('has a case or a reason in every cell', () => {
      expect(emptyCells(table, keys)).toEqual([]);
    });
  });

  describe('each rule at each of its doors', () => {
    let world: W;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world && close(world));
    beforeEach(() => reset?.(world));

    const cases = keys.flatMap((rule) =>
      doors.flatMap((door) => {
        const cell = table[rule][door];
        return typeof cell === 'function' ? [{ rule: rules[rule], door: DOORS[door], run: cell }] : [];
      }),
    );
    it.each(cases)('$rule: by $door', ({ run }) => run(world));
  });
}
