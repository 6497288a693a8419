import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { orderItems, packagings, products } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import { db, duplicate, entered, ordered, paperOf, pasted, told } from './quoteCalls.ts';
import type { World } from './world.ts';

/** A quote of 6 boxes of two of a product that is kept in bundles, of which there are 10. */
async function inBoxes(world: World): Promise<number> {
  await db(world).update(products).set({ unit: 'FD' }).where(eq(products.id, world.productId));
  const [box] = await db(world)
    .insert(packagings)
    .values({
      productId: world.productId,
      name: 'Caixa com 2',
      unit: 'CX',
      conversionFactor: '2',
      priceFactor: '2',
    })
    .returning();
  const id = await world.quote({}, '6');
  await db(world)
    .update(orderItems)
    .set({ packagingId: box?.id ?? 0, listPrice: '20', price: '20', total: '120' })
    .where(eq(orderItems.orderId, id));
  return id;
}
const SAID = /6 caixas.* no orçamento, 5 caixas.* em estoque/;

export const unitDoors: Pick<DoorTable<keyof typeof SALES_RULES, World>, 'saidUnits'> = {
  saidUnits: {
    FORM: async (world) => {
      const { body } = await ordered(world, await inBoxes(world));
      expect([body.code, body.error]).toEqual(['SEM_ESTOQUE', expect.stringMatching(SAID)]);
    },
    IMPORT: async (world) => {
      const answer = await pasted(world, await inBoxes(world), '6 cx P1');
      expect(told(answer)).toEqual([['RECUSADA', expect.stringMatching(/5 caixas/)]]);
    },
    BULK: async (world) => {
      const id = await inBoxes(world);
      const [box] = await db(world).select().from(packagings);
      const boxes = { texto: 'P1', idProd: world.productId, idEmb: box?.id ?? 0, qtde: '6' };
      expect(told(await entered(world, id, boxes))).toEqual([
        ['RECUSADA', expect.stringMatching(/5 caixas/)],
      ]);
    },
    COPY: async (world) => {
      const copy = await duplicate(world, await inBoxes(world));
      expect((await ordered(world, copy)).body.error).toMatch(SAID);
    },
    MAIL: async (world) => {
      expect(await paperOf(world, await inBoxes(world))).toMatch(/6 caixas/);
    },
    AUTOMATION: notApplicable('No automation orders anything or tells of a quantity.'),
    DRAFT: async (world) => {
      // A number that is a whole number of the kept unit only is told in that.
      const id = await inBoxes(world);
      await db(world).update(orderItems).set({ quantity: '7.5' }).where(eq(orderItems.orderId, id));
      expect((await ordered(world, id)).body.error).toMatch(/15 fardos no orçamento, 10 fardos em estoque/);
    },
    SYSTEM: notApplicable(
      'Other systems order nothing; what they count is stored in the unit of the product.',
    ),
  },
};
