import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customers, productStock } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import { db, duplicate, NO_IMPORT, ordered } from './quoteCalls.ts';
import type { World } from './world.ts';

const codesOf = (reasons: { codigo: string }[] | undefined): string[] =>
  (reasons ?? []).map(({ codigo }) => codigo).sort();
/** What the dialog of the order says before it asks anything. */
const saidBefore = async (world: World, id: number): Promise<string[]> =>
  codesOf((await world.call('GET', `orcamentos/${id}/mudancas`)).body.data.impedimentos);
/** What the order then refuses with. */
const refusedWith = async (world: World, id: number): Promise<string[]> =>
  codesOf((await ordered(world, id)).body.motivos);

const stockIs = (world: World, quantity: string) =>
  db(world).update(productStock).set({ quantity }).where(eq(productStock.productId, world.productId));
const block = (world: World) =>
  db(world)
    .update(customers)
    .set({ blocked: true, blockReason: 'Cheque devolvido' })
    .where(eq(customers.id, world.customerIds.first));

export const judgedDoors: Pick<DoorTable<keyof typeof SALES_RULES, World>, 'judgedFirst'> = {
  judgedFirst: {
    FORM: async (world) => {
      const id = await world.quote({}, '11');
      await block(world);
      const said = await saidBefore(world, id);
      expect(said).toContain('SEM_ESTOQUE');
      expect(said.length).toBeGreaterThan(1);
      expect(await refusedWith(world, id)).toEqual(said);
      const good = await world.quote();
      await db(world).update(customers).set({ blocked: false });
      expect([await saidBefore(world, good), (await ordered(world, good)).status]).toEqual([[], 200]);
    },
    IMPORT: NO_IMPORT,
    BULK: notApplicable('Quotes are ordered one by one, each from its own dialog.'),
    COPY: async (world) => {
      const id = await world.quote({}, '6');
      expect((await ordered(world, id)).status).toBe(200);
      const copy = await duplicate(world, id);
      expect([await saidBefore(world, copy), await refusedWith(world, copy)]).toEqual([
        ['SEM_ESTOQUE'],
        ['SEM_ESTOQUE'],
      ]);
    },
    MAIL: notApplicable('No mail orders anything; the paper says what the offer is and until when.'),
    AUTOMATION: notApplicable('No automation places an order, so none asks before it.'),
    DRAFT: async (world) => {
      // Somebody else takes the stock while the dialog is open: it says so when it looks again.
      const [id, other] = [await world.quote({}, '6'), await world.quote({}, '6')];
      expect(await saidBefore(world, id)).toEqual([]);
      expect((await ordered(world, other)).status).toBe(200);
      expect(await saidBefore(world, id)).toEqual(['SEM_ESTOQUE']);
    },
    SYSTEM: async (world) => {
      const id = await world.quote({}, '6');
      const counted = { produto: 'P1', filial: '11222333000181', quantidade: '5' };
      expect(await world.written('estoque', counted)).toMatchObject({ resultado: 'mudado' });
      expect([await saidBefore(world, id), await refusedWith(world, id)]).toEqual([
        ['SEM_ESTOQUE'],
        ['SEM_ESTOQUE'],
      ]);
      await stockIs(world, '10');
    },
  },
};
