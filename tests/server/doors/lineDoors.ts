import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customers, priceTables, productStock } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import {
  ADDED,
  db,
  duplicate,
  entered,
  lastOrder,
  lineOf,
  linesOf,
  NO_SYSTEM,
  opened,
  ordered,
  pasted,
  repeated,
  rowOf,
  save,
  told,
} from './quoteCalls.ts';
import type { World } from './world.ts';

/** A table that is neither the customer's nor one that a seller may choose. */
async function otherTable(world: World): Promise<number> {
  const code = `T${(await db(world).$count(priceTables)) + 1}`;
  const [row] = await db(world)
    .insert(priceTables)
    .values({ code, name: `Tabela ${code}` })
    .returning();
  return row?.id ?? 0;
}

const mostIs = (world: World, maxPerOrder: string) =>
  db(world).update(productStock).set({ maxPerOrder }).where(eq(productStock.productId, world.productId));
const BEYOND = ['RECUSADA', 'A quantidade máxima por pedido é 3 unidades.'];

const block = (world: World, id = world.customerIds.first) =>
  db(world)
    .update(customers)
    .set({ blocked: true, blockReason: 'Cheque devolvido' })
    .where(eq(customers.id, id));
const BLOCKED = [422, 'CLIENTE_BLOQUEADO', 'O cliente está bloqueado: Cheque devolvido.'];

const placed = (world: World) => world.quote({ stage: 'PEDIDO', status: 'ANALISE' });

export const lineDoors: Pick<
  DoorTable<keyof typeof SALES_RULES, World>,
  'ownTable' | 'mostPerOrder' | 'openCustomer' | 'placedOrder'
> = {
  ownTable: {
    FORM: async (world) => {
      const idTabelaPreco = await otherTable(world);
      const id = await world.quote();
      const answer = await world.call('PUT', `orcamentos/${id}`, { idTabelaPreco });
      expect([answer.status, answer.body.code]).toEqual([422, 'TABELA_NAO_PERMITIDA']);
    },
    IMPORT: async (world) => {
      const id = await world.quote();
      expect(told(await pasted(world, id, '2 un P1'))).toEqual([ADDED]);
      expect((await rowOf(world, id))?.priceTableId).toBeNull();
    },
    BULK: async (world) => {
      const id = await world.quote();
      const idTabelaPreco = await otherTable(world);
      const answer = await world.call('POST', `orcamentos/${id}/linhas`, {
        linhas: [{ texto: '2*P1' }],
        idTabelaPreco,
      });
      expect(answer.status).toBe(422);
      expect((await rowOf(world, id))?.priceTableId).toBeNull();
    },
    COPY: async (world) => {
      const source = { priceTableId: await otherTable(world) };
      const copy = await duplicate(world, await world.quote(source));
      expect((await rowOf(world, copy))?.priceTableId).toBeNull();
      await lastOrder(world, source);
      const { body } = await repeated(world);
      expect((await rowOf(world, body.data.id))?.priceTableId).toBeNull();
      expect(body.data.ajustes).toContain('Os preços são os da tabela de hoje do cliente.');
    },
    MAIL: notApplicable('A mail or PDF shows the stored offer and chooses no table.'),
    AUTOMATION: notApplicable('No automation chooses the table of a quote.'),
    DRAFT: async (world) => {
      const idTabelaPreco = await otherTable(world);
      const answer = await save(world, await world.quote(), { idTabelaPreco });
      expect([answer.status, answer.body.code]).toEqual([422, 'TABELA_NAO_PERMITIDA']);
    },
    SYSTEM: NO_SYSTEM,
  },
  mostPerOrder: {
    FORM: async (world) => {
      const id = await world.quote({}, '4');
      await mostIs(world, '3');
      const { body } = await ordered(world, id);
      expect([body.code, body.error]).toEqual([
        'ACIMA_DO_MAXIMO',
        'Café torrado: no máximo 3 unidades por pedido.',
      ]);
    },
    IMPORT: async (world) => {
      await mostIs(world, '3');
      const id = await world.quote({}, '1');
      expect(told(await pasted(world, id, '2 un P1\n2 un P1'))).toEqual([ADDED, BEYOND]);
      expect((await ordered(world, id)).status).toBe(200);
    },
    BULK: async (world) => {
      await mostIs(world, '3');
      const id = await world.quote({}, '1');
      const chosen = { texto: 'P1', idProd: world.productId, qtde: '2' };
      expect(told(await entered(world, id, chosen, { texto: '2*P1' }))).toEqual([ADDED, BEYOND]);
      expect((await ordered(world, id)).status).toBe(200);
    },
    COPY: async (world) => {
      const id = await lastOrder(world, {}, '4');
      await mostIs(world, '3');
      expect((await ordered(world, await duplicate(world, id))).body.code).toBe('ACIMA_DO_MAXIMO');
      const { body } = await repeated(world);
      expect(body.data.faltam).toMatchObject([{ motivo: 'RECUSADO', texto: BEYOND[1] }]);
      expect(await linesOf(world, body.data.id)).toEqual([]);
    },
    MAIL: notApplicable('A mail or PDF shows the quantities that the quote holds.'),
    AUTOMATION: notApplicable('No automation places an order or changes a quantity.'),
    DRAFT: async (world) => {
      const id = await world.quote();
      const { id: item } = await lineOf(world, id);
      await mostIs(world, '3');
      const { body } = await save(world, id, { itens: [{ id: item, qtde: '4' }] });
      expect(body.errors).toEqual({ 'itens.0.qtde': BEYOND[1] });
    },
    SYSTEM: async (world) => {
      const id = await world.quote({}, '4');
      const stock = { produto: 'P1', filial: '11222333000181', quantidade: '10', maximoPorPedido: '3' };
      expect(await world.written('estoque', stock)).toMatchObject({ resultado: 'mudado' });
      expect((await ordered(world, id)).body.code).toBe('ACIMA_DO_MAXIMO');
    },
  },
  openCustomer: {
    FORM: async (world) => {
      const id = await world.quote();
      await block(world);
      const answers = [await opened(world), await ordered(world, id)];
      expect(answers.map(({ status, body }) => [status, body.code, body.error])).toEqual([BLOCKED, BLOCKED]);
    },
    IMPORT: async (world) => {
      const id = await world.quote();
      await block(world);
      expect(told(await pasted(world, id, '2 un P1'))).toEqual([ADDED]);
      expect((await ordered(world, id)).body.code).toBe('CLIENTE_BLOQUEADO');
    },
    BULK: async (world) => {
      const id = await world.quote();
      await block(world);
      expect(told(await entered(world, id, { texto: '2*P1' }))).toEqual([ADDED]);
      expect((await ordered(world, id)).body.code).toBe('CLIENTE_BLOQUEADO');
    },
    COPY: async (world) => {
      const { first, consumer } = world.customerIds;
      const [quote, order] = [await world.quote({ status: 'VENCIDO' }), await placed(world)];
      const other = await world.quote({ customerId: consumer });
      await lastOrder(world);
      await block(world);
      const answers = [
        await world.call('GET', `pedidos/${quote}/duplicar`),
        await world.call('GET', `pedidos/${order}/duplicar`),
        await world.call('POST', `pedidos/${order}/inclusao`, {}),
        await repeated(world),
        await world.call('POST', `orcamentos/${other}/transferir`, { clienteId: first }, 'GERENTE'),
      ];
      expect(answers.map(({ status, body }) => [status, body.code, body.error])).toEqual(
        answers.map(() => BLOCKED),
      );
      // What they have already may go on: only an order of it is refused.
      expect((await world.call('PUT', `orcamentos/${quote}/renovar`, {})).status).toBe(200);
    },
    MAIL: notApplicable('No mail or paper makes a quote or an order of anything.'),
    AUTOMATION: notApplicable('No automation makes quotes or orders.'),
    DRAFT: async (world) => {
      // The tab that was opened before may be finished, and becomes no order.
      const id = await world.quote();
      await block(world);
      expect((await save(world, id, { obsPedido: 'Ainda aberto' })).status).toBe(200);
      expect((await ordered(world, id)).body.code).toBe('CLIENTE_BLOQUEADO');
    },
    SYSTEM: async (world) => {
      const row = { documento: '12ABC34501DE35', bloqueado: true, motivoBloqueio: 'Cheque devolvido' };
      expect(await world.written('clientes', row)).toMatchObject({ resultado: 'mudado' });
      const { status, body } = await opened(world);
      expect([status, body.code, body.error]).toEqual(BLOCKED);
    },
  },
  placedOrder: {
    FORM: async (world) => {
      const id = await world.quote();
      expect((await ordered(world, id)).status).toBe(200);
      expect((await ordered(world, id)).status).toBeGreaterThanOrEqual(404);
      expect(await world.reserved()).toBe('2.000');
    },
    IMPORT: async (world) => {
      const id = await placed(world);
      expect((await pasted(world, id, '2 un P1')).status).toBe(404);
      expect(await rowOf(world, id)).toMatchObject({ itemCount: 1, total: '20.0000' });
    },
    BULK: async (world) => {
      const id = await placed(world);
      expect((await entered(world, id, { texto: '2*P1' })).status).toBe(404);
      expect(await rowOf(world, id)).toMatchObject({ itemCount: 1, total: '20.0000' });
    },
    COPY: async (world) => {
      const id = await placed(world);
      const before = await rowOf(world, id);
      const { body } = await repeated(world);
      expect([body.data.origem.id, body.data.id === id]).toEqual([id, false]);
      expect(await rowOf(world, id)).toEqual(before);
    },
    MAIL: notApplicable('A mail or PDF of an order changes none of its lines.'),
    AUTOMATION: notApplicable('No automation adds lines to an order.'),
    DRAFT: async (world) => {
      // The tab in which it was a quote still.
      const id = await world.quote();
      const { id: item } = await lineOf(world, id);
      expect((await ordered(world, id)).status).toBe(200);
      const answers = [
        await save(world, id, { itens: [{ id: item, qtde: '3' }] }),
        await pasted(world, id, '2 un P1'),
        await entered(world, id, { texto: '2*P1' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(await rowOf(world, id)).toMatchObject({ itemCount: 1 });
    },
    SYSTEM: NO_SYSTEM,
  },
};
