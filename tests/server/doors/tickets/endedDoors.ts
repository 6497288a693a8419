import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { tickets } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable, type TICKET_RULES } from '../doorTable.ts';
import { NO_IMPORT, NO_SYSTEM } from './reasons.ts';
import type { TicketWorld } from './ticketWorld.ts';

const ENDED = { status: 'FINALIZADO', stepKey: 'FINALIZADO' } as const;
const ended = async (world: TicketWorld, part: Partial<typeof tickets.$inferInsert> = {}) =>
  world.addTicket({ ...ENDED, finishedAt: world.server.deps.now(), ...part });
const stateOf = async (world: TicketWorld, id: number) => {
  const { version, status, archived, operatorId, typeId } = await world.ticket(id);
  return { version, status, archived, operatorId, typeId };
};
const message = (tipo: string) => ({ tipo, mensagem: '<p>Mais uma coisa.</p>' });

/** Every call that changes a ticket, apart from opening it again and from its archive. */
const changes = (world: TicketWorld): [name: string, body: object][] => [
  ['historico', message('PUBLICO')],
  ['historico', message('PRIVADO')],
  ['historico', { ...message('ENCAMINHAMENTO'), setor: world.sectorIds[0] }],
  ['produtos', { removidos: [1] }],
  ['avancar-etapa', {}],
  ['retroceder-etapa', { motivo: 'Falta' }],
  ['finalizar', { idMotivo: world.solved }],
  ['cancelar', { motivo: 'Desistiu' }],
  ['reclassificar', { idTipo: world.types.get('ATENDIMENTO'), motivo: 'Outro' }],
];

export const endedTickets: Pick<DoorTable<keyof typeof TICKET_RULES, TicketWorld>, 'endedTicket'> = {
  endedTicket: {
    FORM: async (world) => {
      const [id, archived] = [await ended(world), await ended(world, { archived: true })];
      const before = [await stateOf(world, id), await stateOf(world, archived)];
      for (const [name, body] of changes(world)) {
        const refused = await world.move(id, name, body);
        expect([name, refused.body.code]).toEqual([name, expect.stringMatching(/^(TICKET_)?ENCERRADO$/)]);
        expect([name, (await world.move(archived, name, body)).body.code]).toEqual([name, 'ARQUIVADO']);
      }
      expect((await world.move(archived, 'reabrir', { motivo: 'Voltou' })).body.code).toBe('ARQUIVADO');
      expect([await stateOf(world, id), await stateOf(world, archived)]).toEqual(before);
    },
    IMPORT: NO_IMPORT,
    BULK: async (world) => {
      const ids = [await ended(world), await ended(world, { status: 'CANCELADO', stepKey: 'ABERTURA' })];
      const before = await Promise.all(ids.map((id) => stateOf(world, id)));
      const actions = {
        atribuir: { operador: world.people.SUPERVISOR },
        encaminhar: { setor: world.sectorIds[0], mensagem: 'Com vocês.' },
        'nota-privada': { mensagem: 'Nota.' },
        responder: { mensagem: 'Pronto.' },
        avancar: {},
        finalizar: { idMotivo: world.solved },
        'gerar-coletas': { tipo: 'TRANSPORTADORA' },
      };
      for (const [action, dados] of Object.entries(actions)) {
        const { body } = await world.bulk(action, ids, dados);
        expect([action, body.sucesso, body.falhas.length]).toEqual([action, [], 2]);
      }
      expect(await Promise.all(ids.map((id) => stateOf(world, id)))).toEqual(before);
    },
    COPY: async (world) => {
      // Opening it again is the one way back, for who may and with a reason.
      const id = await ended(world, { stepKey: 'FINALIZADO', status: 'CANCELADO' });
      expect((await world.move(id, 'reabrir', { motivo: '' })).status).toBe(422);
      expect((await world.move(id, 'reabrir', { motivo: 'Voltou' }, 'OPERADOR')).status).toBe(422);
      expect((await world.ticket(id)).status).toBe('CANCELADO');
    },
    MAIL: async (world) => {
      const [cancelled, archived] = [
        await ended(world, { status: 'CANCELADO', stepKey: 'ABERTURA' }),
        await ended(world, { archived: true }),
      ];
      for (const id of [cancelled, archived]) {
        const before = await stateOf(world, id);
        const answer = await world.mail('Ainda falta.', id);
        expect([answer.state, answer.reason]).toEqual(['ESPERA', 'TICKET_FECHADO']);
        expect([await stateOf(world, id), await world.said(id)]).toEqual([before, []]);
      }
    },
    AUTOMATION: notApplicable('No round moves tickets: the clock, the mails and the marks only read them.'),
    DRAFT: async (world) => {
      // It ended while the dialog was open in another tab.
      const id = await world.addTicket({
        status: 'EM_ATENDIMENTO',
        stepKey: 'TRATATIVA',
        typeId: world.types.get('ATENDIMENTO') ?? 0,
      });
      const { version: versao } = await world.ticket(id);
      expect((await world.move(id, 'finalizar', { versao, idMotivo: world.solved })).status).toBe(200);
      expect((await world.move(id, 'avancar-etapa', { versao })).status).toBe(409);
      const late = await world.move(id, 'historico', { ...message('PUBLICO'), versao });
      expect([late.status, late.body.code]).toEqual([422, 'ENCERRADO']);
      await world.server.deps.db.update(tickets).set({ archived: true }).where(eq(tickets.id, id));
      expect((await world.move(id, 'historico', message('PUBLICO'))).body.code).toBe('ARQUIVADO');
    },
    SYSTEM: NO_SYSTEM,
  },
};
