import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { expireOrders } from '#server/callcenter/orders/expire.ts';
import { orders, outboxEmails } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import {
  cartActions,
  db,
  duplicate,
  entered,
  lostQuote,
  mailed,
  NO_IMPORT,
  NO_SYSTEM,
  ordered,
  paperOf,
  pasted,
  reopened,
  rowOf,
  save,
  yesterday,
} from './quoteCalls.ts';
import type { World } from './world.ts';

export const endedQuoteDoors: Pick<
  DoorTable<keyof typeof SALES_RULES, World>,
  'endedPaper' | 'lossUndone'
> = {
  endedPaper: {
    FORM: async (world) => {
      const id = await lostQuote(world);
      const planned = (orcamentoId: number) => ({
        orcamentoId,
        data_agendada: new Date(`${world.wednesday}T13:00:00Z`).toISOString(),
      });
      const answers = [
        await ordered(world, id),
        await save(world, id, { obsPedido: 'De novo' }),
        await world.call('PUT', `orcamentos/${id}/renovar`, {}),
        await world.call('POST', 'orcamentos/agenda', planned(id)),
      ];
      expect(answers.map(({ body }) => body.code)).toEqual(Array(4).fill('SITUACAO_NAO_PERMITE'));
      // So that none of them is refused for something else.
      const open = await world.quote();
      expect((await world.call('POST', 'orcamentos/agenda', planned(open))).status).toBe(200);
    },
    IMPORT: async (world) => {
      const { body } = await pasted(world, await lostQuote(world), '2 un P1');
      expect(body.code).toBe('SITUACAO_NAO_PERMITE');
    },
    BULK: async (world) => {
      const id = await lostQuote(world);
      expect((await entered(world, id, { texto: '2*P1' })).body.code).toBe('SITUACAO_NAO_PERMITE');
      const answer = await world.call('PUT', `mixes/orcamento/${id}`, { produtos: [world.productId] });
      expect(answer.status).toBe(422);
    },
    COPY: async (world) => {
      const id = await lostQuote(world);
      const copy = await duplicate(world, id);
      expect([(await rowOf(world, copy))?.status, (await mailed(world, copy)).status]).toEqual([
        'COTACAO',
        200,
      ]);
      const moved = { clienteId: world.customerIds.consumer };
      expect((await world.call('POST', `orcamentos/${id}/transferir`, moved, 'GERENTE')).status).toBe(422);
    },
    MAIL: async (world) => {
      const ended = [
        [{ status: 'PERDIDO' }, 'SITUACAO_NAO_PERMITE', 'PERDIDO'],
        [{ validUntil: yesterday(world) }, 'ORCAMENTO_VENCIDO', 'VENCIDO'],
      ] as const;
      for (const [part, code, label] of ended) {
        const id = await world.quote(part);
        expect((await mailed(world, id)).body.code).toBe(code);
        expect(await cartActions(world, id)).not.toContain('ENVIAR_EMAIL');
        expect(await paperOf(world, id)).toContain(`${label}. NÃO VALE MAIS COMO PROPOSTA.`);
      }
      expect(await db(world).$count(outboxEmails)).toBe(0);
      const open = await world.quote();
      expect(await cartActions(world, open)).toContain('ENVIAR_EMAIL');
      expect(await paperOf(world, open)).not.toContain('NÃO VALE MAIS');
      expect((await mailed(world, open)).status).toBe(200);
    },
    AUTOMATION: notApplicable('No automation sends or prints a quote.'),
    DRAFT: async (world) => {
      const id = await world.quote();
      await world.call('PUT', `orcamentos/${id}/1`, {});
      // The tab that was opened before.
      expect((await mailed(world, id)).body.code).toBe('SITUACAO_NAO_PERMITE');
    },
    SYSTEM: NO_SYSTEM,
  },
  lossUndone: {
    FORM: async (world) => {
      const id = await world.quote();
      await world.call('PUT', `orcamentos/${id}/1`, {});
      const lostAt = new Date(world.server.deps.now().getTime() - 86_400_000);
      await db(world).update(orders).set({ lostAt }).where(eq(orders.id, id));
      expect((await reopened(world, id)).body.code).toBe('PERDIDO_HA_MAIS_DE_UM_DIA');
      expect(await cartActions(world, id)).not.toContain('REABRIR');
    },
    IMPORT: NO_IMPORT,
    BULK: notApplicable('Lost quotes are reopened one by one; the bulk actions renew, lose and transfer.'),
    COPY: async (world) => {
      const id = await lostQuote(world);
      const copy = await duplicate(world, id);
      expect((await reopened(world, copy)).body.code).toBe('SITUACAO_NAO_PERMITE');
      expect(await rowOf(world, copy)).toMatchObject({ lostAt: null, lostById: null, lostFrom: null });
    },
    MAIL: notApplicable('No link of a mail changes a quote; what a reopened one may send is judged anew.'),
    AUTOMATION: async (world) => {
      const id = await world.quote();
      await world.call('PUT', `orcamentos/${id}/1`, {});
      await db(world)
        .update(orders)
        .set({ validUntil: yesterday(world) })
        .where(eq(orders.id, id));
      expect((await reopened(world, id)).status).toBe(200);
      expect((await ordered(world, id)).body.code).toBe('ORCAMENTO_VENCIDO');
      await expireOrders(world.server.deps);
      expect((await rowOf(world, id))?.status).toBe('VENCIDO');
    },
    DRAFT: async (world) => {
      const id = await world.quote();
      await world.call('PUT', `orcamentos/${id}/1`, {});
      const answers = await Promise.all([reopened(world, id), reopened(world, id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    },
    SYSTEM: NO_SYSTEM,
  },
};
