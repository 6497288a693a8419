import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { tickets } from '#server/db/tables/index.ts';
import { addGoods } from '../../sac/tickets/addGoods.ts';
import type { DoorTable, TICKET_RULES } from '../doorTable.ts';
import { NO_IMPORT, NO_SYSTEM } from './reasons.ts';
import type { TicketWorld } from './ticketWorld.ts';

const theirs = (world: TicketWorld, part: Partial<typeof tickets.$inferInsert> = {}) =>
  world.addTicket({
    operatorId: world.people.OPERADOR,
    status: 'EM_ATENDIMENTO',
    typeId: world.types.get('ATENDIMENTO') ?? 0,
    stepKey: 'TRATATIVA',
    ...part,
  });
const forward = (world: TicketWorld, confirmar?: boolean) => ({
  tipo: 'ENCAMINHAMENTO',
  mensagem: '<p>Com vocês.</p>',
  setor: world.sectorIds[0],
  ...(confirmar && { confirmar }),
});
const operatorOf = async (world: TicketWorld, id: number) => (await world.ticket(id)).operatorId;

export const colleagueDoors: Pick<DoorTable<keyof typeof TICKET_RULES, TicketWorld>, 'colleaguesTicket'> = {
  colleaguesTicket: {
    FORM: async (world) => {
      const id = await theirs(world);
      const asked = await world.move(id, 'historico', forward(world), 'SUPERVISOR');
      expect([asked.status, asked.body.code]).toEqual([422, 'TICKET_DE_COLEGA']);
      expect(asked.body.error).toContain('Este ticket está com Pessoa operador.');
      expect(await operatorOf(world, id)).toBe(world.people.OPERADOR);
      // An answer to the customer takes nothing away.
      const answer = { tipo: 'PUBLICO', mensagem: '<p>Já vemos.</p>' };
      expect((await world.move(id, 'historico', answer, 'SUPERVISOR')).status).toBe(200);
      expect(await operatorOf(world, id)).toBe(world.people.OPERADOR);
      expect((await world.move(id, 'historico', forward(world, true), 'SUPERVISOR')).status).toBe(200);
      expect(await operatorOf(world, id)).toBe(null);
    },
    IMPORT: NO_IMPORT,
    BULK: async (world) => {
      const [id, free] = [await theirs(world), await theirs(world, { operatorId: null })];
      const refused = [{ id, codigo: 'TICKET_DE_COLEGA' }];
      const operador = world.people.SUPERVISOR;
      const taken = await world.bulk('atribuir', [id, free], { operador }, 'SUPERVISOR');
      expect(taken.body).toMatchObject({ sucesso: [free], falhas: refused });
      const note = { setor: world.sectorIds[0], mensagem: 'Com vocês.' };
      const handed = await world.bulk('encaminhar', [id], note, 'SUPERVISOR');
      expect(handed.body).toMatchObject({ sucesso: [], falhas: refused });
      const sure = await world.bulk('atribuir', [id], { operador, confirmar: true }, 'SUPERVISOR');
      expect(sure.body).toMatchObject({ sucesso: [id], falhas: [] });
    },
    COPY: async (world) => {
      // A ticket that gets another type, or is opened again, stays with its operator.
      const id = await theirs(world);
      const type = { idTipo: world.types.get('DUVIDA_PRODUTO'), mensagem: 'Serve?', motivo: 'Era dúvida' };
      expect((await world.move(id, 'reclassificar', type)).status).toBe(200);
      expect(await operatorOf(world, id)).toBe(world.people.OPERADOR);
      await world.server.deps.db.update(tickets).set({ status: 'CANCELADO' }).where(eq(tickets.id, id));
      expect((await world.move(id, 'reabrir', { motivo: 'Voltou' })).status).toBe(200);
      expect(await operatorOf(world, id)).toBe(world.people.OPERADOR);
    },
    MAIL: async (world) => {
      const id = await theirs(world, { status: 'AGUARDANDO_CLIENTE' });
      expect((await world.mail('Chegou.', id)).state).toBe('NO_TICKET');
      expect(await world.ticket(id)).toMatchObject({
        status: 'EM_ATENDIMENTO',
        operatorId: world.people.OPERADOR,
      });
    },
    AUTOMATION: async (world) => {
      // The flow hands a ticket to the sector of its next step, not to another person.
      const id = await theirs(world, { typeId: world.types.get('DEVOLUCAO') ?? 0, stepKey: 'ABERTURA' });
      await addGoods(world.server, id);
      expect((await world.move(id, 'avancar-etapa', {}, 'SUPERVISOR')).status).toBe(200);
      expect(await world.ticket(id)).toMatchObject({
        stepKey: 'ANALISE_DEVOLUCAO',
        operatorId: world.people.OPERADOR,
      });
    },
    DRAFT: async (world) => {
      // It was free when the dialog was opened.
      const id = await theirs(world, { operatorId: null });
      const take = (who: 'OPERADOR' | 'SUPERVISOR') =>
        world.bulk('atribuir', [id], { operador: world.people[who] }, who);
      const answers = await Promise.all([take('OPERADOR'), take('SUPERVISOR')]);
      const refused = answers.flatMap(({ body }) => body.falhas);
      expect(refused).toMatchObject([{ id, codigo: 'TICKET_DE_COLEGA' }]);
    },
    SYSTEM: NO_SYSTEM,
  },
};
