import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { ticketItems } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable, type TICKET_RULES } from '../doorTable.ts';
import { NO_IMPORT, NO_SYSTEM } from './reasons.ts';
import type { TicketWorld } from './ticketWorld.ts';

const stepOf = async (world: TicketWorld, id: number) => (await world.ticket(id)).stepKey;
const approve = (world: TicketWorld, id: number) =>
  world.server.deps.db
    .update(ticketItems)
    .set({ status: 'A', authorized: '2' })
    .where(eq(ticketItems.ticketId, id));
const analysis = (lines: { id: number; autorizada: string }[], motivoAnalise = '') => ({
  analise: {
    linhas: lines.map((line) => ({
      ...line,
      fora_prazo: '0',
      outra_marca: '0',
      falta: '0',
      avaria: '0',
      quebra_direta: '0',
      motivoAnalise,
    })),
  },
});

export const stepDoors: Pick<DoorTable<keyof typeof TICKET_RULES, TicketWorld>, 'stepDemands'> = {
  stepDemands: {
    FORM: async (world) => {
      const analysed = await world.returning('ANALISE_DEVOLUCAO', ['2']);
      const [line = 0] = analysed.lineIds;
      const uncounted = [{ id: line, autorizada: '1' }];
      for (const body of [{}, analysis([]), analysis(uncounted)]) {
        const refused = await world.move(analysed.id, 'avancar-etapa', body);
        expect([refused.status, refused.body.code]).toEqual([422, 'DADOS_INVALIDOS']);
      }
      expect((await world.move(analysed.id, 'finalizar', { idMotivo: world.solved })).status).toBe(422);
      expect(await stepOf(world, analysed.id)).toBe('ANALISE_DEVOLUCAO');

      for (const step of ['ENVIO_NF_DEVOLUCAO', 'COLETA', 'CONFERENCIA_DEVOLUCAO', 'FINANCEIRO']) {
        const { id } = await world.returning(step, ['2']);
        await approve(world, id);
        expect([step, (await world.move(id, 'avancar-etapa')).status]).toEqual([step, 422]);
        expect(await stepOf(world, id)).toBe(step);
      }
      const empty = await world.addTicket({ stepKey: 'ABERTURA' });
      expect((await world.move(empty, 'avancar-etapa')).body.code).toBe('FALTAM_PRODUTOS');
      const done = await world.move(analysed.id, 'avancar-etapa', analysis([{ id: line, autorizada: '2' }]));
      expect([done.body.errors, done.status]).toEqual([undefined, 200]);
    },
    IMPORT: NO_IMPORT,
    BULK: async (world) => {
      const { id } = await world.returning('ANALISE_DEVOLUCAO', ['2']);
      const empty = await world.addTicket({ stepKey: 'ABERTURA' });
      const { body } = await world.bulk('avancar', [id, empty]);
      expect(body).toMatchObject({
        sucesso: [],
        falhas: [
          { id, codigo: 'ETAPA_PEDE_DADOS' },
          { id: empty, codigo: 'FALTAM_PRODUTOS' },
        ],
      });
    },
    COPY: async (world) => {
      // Another type demands its own.
      const question = await world.addTicket({ typeId: world.types.get('ATENDIMENTO') ?? 0 });
      const change = { ...world.asReturn(), motivo: 'Era devolução', mensagem: 'Veio errado.' };
      expect((await world.move(question, 'reclassificar', change)).body.errors).toEqual({
        itens: 'Inclua pelo menos um produto de nota fiscal.',
      });
    },
    MAIL: async (world) => {
      const { id } = await world.returning('ANALISE_DEVOLUCAO', ['2'], { status: 'AGUARDANDO_CLIENTE' });
      expect((await world.mail('Segue a foto.', id)).state).toBe('NO_TICKET');
      expect(await stepOf(world, id)).toBe('ANALISE_DEVOLUCAO');
    },
    AUTOMATION: notApplicable('No automation moves a ticket along its flow; each step names who left it.'),
    DRAFT: async (world) => {
      // Two people fill in the same step: the second is told what the first did, and leaves no further step by it.
      const { id, lineIds } = await world.returning('ANALISE_DEVOLUCAO', ['2']);
      const { version: versao } = await world.ticket(id);
      const body = { versao, ...analysis([{ id: lineIds[0] ?? 0, autorizada: '2' }]) };
      const answers = await Promise.all([
        world.move(id, 'avancar-etapa', body),
        world.move(id, 'avancar-etapa', body, 'SUPERVISOR'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { versao: _, ...late } = body;
      expect((await world.move(id, 'avancar-etapa', late)).status).toBe(422);
      expect(await stepOf(world, id)).toBe('ENVIO_NF_DEVOLUCAO');
    },
    SYSTEM: NO_SYSTEM,
  },
};
