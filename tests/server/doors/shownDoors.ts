import { expect } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { followAllTaxes } from '#server/callcenter/orderCore/totals.ts';
import { expireOrders } from '#server/callcenter/orders/expire.ts';
import { type orders, outboxAttachments, products } from '#server/db/tables/index.ts';
import { printedText } from '#tests/support/printedText.ts';
import { contactLine } from './contactDoors.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import {
  cart,
  db,
  duplicate,
  entered,
  lastOrder,
  lineOf,
  linesOf,
  mailed,
  NO_IMPORT,
  ordered,
  pasted,
  priceIs,
  repeated,
  rowOf,
  save,
  yesterday,
} from './quoteCalls.ts';
import type { World } from './world.ts';

/** A quote of 20 whose product has been taxed with 10 % since, so that 22 has to be paid. */
async function taxedSince(world: World, part: Partial<typeof orders.$inferInsert> = {}): Promise<number> {
  const id = await world.quote(part);
  await db(world)
    .update(products)
    .set({ taxPercents: { ipi: '10' } })
    .where(eq(products.id, world.productId));
  return id;
}

/** Another branch's customer, and the own customer at another branch. */
const foreignQuotes = async (world: World): Promise<number[]> => [
  await world.quote({ customerId: world.customerIds.second, branchId: world.branchIds[1] }),
  await world.quote({ branchId: world.branchIds[1] }),
];

export const shownDoors: Pick<
  DoorTable<keyof typeof SALES_RULES, World>,
  'validity' | 'shownTotal' | 'foreignCustomer'
> = {
  validity: {
    FORM: async (world) => {
      const answer = await ordered(world, await world.quote({ validUntil: yesterday(world) }));
      expect([answer.status, answer.body.code]).toEqual([422, 'ORCAMENTO_VENCIDO']);
    },
    IMPORT: async (world) => {
      const id = await world.quote({ validUntil: yesterday(world) });
      expect((await pasted(world, id, '2 un P1')).body.code).toBe('ORCAMENTO_VENCIDO');
      expect(await linesOf(world, id)).toHaveLength(1);
    },
    BULK: async (world) => {
      const id = await world.quote({ validUntil: yesterday(world) });
      expect((await entered(world, id, { texto: '2*P1' })).body.code).toBe('ORCAMENTO_VENCIDO');
      expect(await linesOf(world, id)).toHaveLength(1);
      const answer = await world.call('PUT', `mixes/orcamento/${id}`, { produtos: [world.productId] });
      expect(answer.body.code).toBe('ORCAMENTO_VENCIDO');
    },
    COPY: async (world) => {
      const id = await world.quote({ validUntil: yesterday(world) });
      const until = (await rowOf(world, await duplicate(world, id)))?.validUntil ?? '';
      expect(until >= world.today).toBe(true);
      await lastOrder(world, { validUntil: yesterday(world) });
      const { body } = await repeated(world);
      expect((await rowOf(world, body.data.id))?.validUntil).toBe(until);
    },
    MAIL: notApplicable('Paper and mail name the day until which the offer holds.'),
    AUTOMATION: async (world) => {
      const id = await world.quote({ validUntil: yesterday(world) });
      await expireOrders(world.server.deps);
      expect((await rowOf(world, id))?.status).toBe('VENCIDO');
    },
    DRAFT: async (world) => {
      const id = await world.quote({ validUntil: yesterday(world) });
      expect((await save(world, id, { obsPedido: 'Ainda aberto' })).body.code).toBe('ORCAMENTO_VENCIDO');
    },
    SYSTEM: notApplicable('Other systems read quotes and write none; until when they hold is decided here.'),
  },
  shownTotal: {
    FORM: async (world) => {
      const id = await taxedSince(world);
      expect((await cart(world, id)).vlTot).toBe('22.0000');
      expect((await ordered(world, id)).status).toBe(200);
      expect((await rowOf(world, id))?.total).toBe('22.0000');
      // A placed order does not move any more.
      await db(world)
        .update(products)
        .set({ taxPercents: { ipi: '50' } });
      await followAllTaxes(world.server.deps);
      expect((await world.call('GET', `pedidos/${id}`)).body.data.vlTot).toBe('22.0000');
    },
    IMPORT: NO_IMPORT,
    BULK: async (world) => {
      const id = await taxedSince(world);
      await followAllTaxes(world.server.deps);
      const { itens } = (await world.call('GET', 'orcamentos?take=100')).body;
      expect(Number(itens.find((row: { id: number }) => row.id === id).vlTot)).toBe(22);
      const { colunas } = (await world.call('GET', 'acompanhamentos?tipo=ORCAMENTO')).body;
      const column = colunas.find(({ status }: { status: string }) => status === 'ATIVO');
      expect([column.total, Number(column.valor)]).toEqual([1, 22]);
    },
    COPY: async (world) => {
      const id = await taxedSince(world, { status: 'VENCIDO' });
      await priceIs(world, '20');
      const copy = await duplicate(world, id);
      expect([(await cart(world, copy)).vlTot, (await rowOf(world, copy))?.total]).toEqual([
        '44.0000',
        '44.0000',
      ]);
      await world.call('PUT', `orcamentos/${id}/renovar`, {});
      expect((await rowOf(world, id))?.total).toBe('44.0000');
    },
    MAIL: async (world) => {
      const id = await taxedSince(world);
      expect((await mailed(world, id)).status).toBe(200);
      const [file] = await db(world).select().from(outboxAttachments).orderBy(desc(outboxAttachments.id));
      expect(printedText(file?.content ?? Buffer.of())).toContain('R$ 22,00');
    },
    AUTOMATION: async (world) => {
      const id = await taxedSince(world);
      expect((await rowOf(world, id))?.total).toBe('20.0000');
      await followAllTaxes(world.server.deps);
      expect((await rowOf(world, id))?.total).toBe('22.0000');
    },
    DRAFT: async (world) => {
      const id = await taxedSince(world);
      const { id: item } = await lineOf(world, id);
      const saved = await save(world, id, { itens: [{ id: item, qtde: '3' }] });
      expect([saved.body.data.vlTot, (await rowOf(world, id))?.total]).toEqual(['33.0000', '33.0000']);
    },
    SYSTEM: async (world) => {
      const id = await world.quote();
      const taxed = { codigo: 'P1', impostos: { ipi: '10' } };
      expect(await world.written('produtos', taxed)).toMatchObject({ resultado: 'mudado' });
      expect((await rowOf(world, id))?.total).toBe('22.0000');
    },
  },
  foreignCustomer: {
    FORM: async (world) => {
      const answer = await world.call('POST', 'orcamentos', { idCli: world.customerIds.second });
      expect(answer.status).toBe(404);
    },
    IMPORT: async (world) => {
      const linhas = [contactLine(world, { cliente: String(world.customerIds.second) })];
      const checked = await world.call('POST', 'agendas/validar', { linhas });
      expect(checked.body.data.problemas[0].problema).toContain('Cliente não encontrado.');
      for (const id of await foreignQuotes(world))
        expect((await pasted(world, id, '2 un P1')).status).toBe(404);
    },
    BULK: async (world) => {
      for (const id of await foreignQuotes(world))
        expect((await entered(world, id, { texto: '2*P1' })).status).toBe(404);
      const id = await world.quote({ customerId: world.customerIds.second, branchId: world.branchIds[1] });
      const answer = await world.call('PUT', `mixes/orcamento/${id}`, { produtos: [world.productId] });
      expect(answer.status).toBe(404);
      const { etapas } = (await world.call('GET', 'acompanhamento-clientes/1')).body;
      const shown = etapas.flatMap(({ clientes }: { clientes: { id: number }[] }) =>
        clientes.map((one) => one.id),
      );
      expect(shown.sort()).toEqual([world.customerIds.first, world.customerIds.consumer].sort());
    },
    COPY: async (world) => {
      const id = await world.quote({ customerId: world.customerIds.second, branchId: world.branchIds[1] });
      expect((await world.call('GET', `pedidos/${id}/duplicar`)).status).toBe(404);
      const { first, second } = world.customerIds;
      await lastOrder(world, { customerId: second, branchId: world.branchIds[1] });
      expect((await repeated(world, second)).status).toBe(404);
      // The own customer's order at a branch that the seller does not see is none of theirs to repeat.
      await lastOrder(world, { branchId: world.branchIds[1] });
      expect((await repeated(world, first)).body.code).toBe('SEM_PEDIDO');
    },
    MAIL: async (world) => {
      const id = await world.quote({ customerId: world.customerIds.second, branchId: world.branchIds[1] });
      expect((await mailed(world, id)).status).toBe(404);
    },
    AUTOMATION: notApplicable(
      'Automations run with the sight of their author, and belong to people who see every branch.',
    ),
    DRAFT: async (world) => {
      const id = await world.quote({ customerId: world.customerIds.second, branchId: world.branchIds[1] });
      expect((await save(world, id, { obsPedido: 'De outro' })).status).toBe(404);
    },
    SYSTEM: async (world) => {
      expect((await world.readByKey('clientes/12ABC34501DE35')).status).toBe(200);
      expect((await world.readByKey('clientes/11444777000161')).status).toBe(404);
    },
  },
};
