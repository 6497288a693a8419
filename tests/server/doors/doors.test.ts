import { describe, expect, it } from '@jest/globals';
import { contactDoors } from './contactDoors.ts';
import { customerDoors } from './customerDoors.ts';
import { dialogDoors } from './dialogDoors.ts';
import { knowEveryWrite } from './doorsOf.ts';
import { type DoorTable, doors, emptyCells, SALES_RULES } from './doorTable.ts';
import { endedQuoteDoors } from './endedQuoteDoors.ts';
import { tryEveryDoor } from './everyDoor.ts';
import { judgedDoors } from './judgedDoors.ts';
import { lineDoors } from './lineDoors.ts';
import { noticeDoors } from './noticeDoors.ts';
import { paymentDoors } from './paymentDoors.ts';
import { quoteDoors } from './quoteDoors.ts';
import { shownDoors } from './shownDoors.ts';
import { titleDoors } from './titleDoors.ts';
import { unitDoors } from './unitDoors.ts';
import { openWorld, type World } from './world.ts';
import { DOOR_OF_SALES, SALES_NOUNS } from './writes.ts';

const TABLE: DoorTable<keyof typeof SALES_RULES, World> = {
  ...contactDoors,
  ...quoteDoors,
  ...lineDoors,
  ...endedQuoteDoors,
  ...titleDoors,
  ...shownDoors,
  ...unitDoors,
  ...paymentDoors,
  ...customerDoors,
  ...noticeDoors,
  ...judgedDoors,
  ...dialogDoors,
};

describe('table of the rules of sales', () => {
  it('notices a new rule, a new door and a reason that says nothing', () => {
    expect(emptyCells(TABLE, ['unheard'])).toHaveLength(doors.length);
    const { COPY: _, ...row } = TABLE.stock;
    expect(emptyCells({ stock: row }, ['stock'])).toEqual(['stock × COPY']);
    for (const COPY of [{ notApplicable: 'n/a' }, { suite: 'tests/src/gone.test.tsx' }])
      expect(emptyCells({ stock: { ...row, COPY } }, ['stock'])).toEqual(['stock × COPY']);
  });
});

knowEveryWrite(SALES_NOUNS, DOOR_OF_SALES, TABLE);
tryEveryDoor({
  rules: SALES_RULES,
  table: TABLE,
  open: openWorld,
  close: ({ server }) => server.close(),
  reset: (world) => world.reset(),
});
