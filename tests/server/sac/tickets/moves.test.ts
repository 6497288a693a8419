import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { parameters, tickets } from '../../../../server/db/tables/index.ts';
import { type MoveWorld, moveWorld } from './moveWorld.ts';

jest.setTimeout(60_000);
let world: MoveWorld;
beforeAll(async () => {
  world = await moveWorld();
});
afterAll(() => world?.server.close());

const QUESTION = 'DUVIDA_PRODUTO';

describe('advance', () => {
  it('goes the standard way: step, status, sector, clock, one entry each', async () => {
    const id = await world.at('DEVOLUCAO', ['ABERTURA']);
    const before = await world.traces(id);
    const { status, body } = await world.move(id, 'avancar-etapa', { versao: 1 }, { as: 'OPERADOR' });
    expect([status, body.data]).toEqual([
      200,
      {
        id,
        message: 'Ticket enviado para Análise da devolução.',
        versao: 2,
        status: 'EM_ATENDIMENTO',
        etapaAtual: { chave: 'ANALISE_DEVOLUCAO', descricao: 'Análise da devolução' },
        arquivado: false,
      },
    ]);
    const row = await world.ticket(id);
    expect(row.dueAt).not.toBeNull();
    expect(row.stepEnteredAt).toEqual(world.server.deps.now());
    const shown = (await world.get(`tickets/${id}`)).body.data;
    expect([shown.setor.desc, shown.etapas[0].situacao]).toEqual(['Devoluções', 'FEITA']);
    expect(await world.traces(id)).toEqual({
      events: before.events + 1,
      audits: before.audits + 1,
      version: 2,
    });
    expect(await world.lastEvent(id)).toMatchObject({
      type: 'AVANCO',
      note: 'Abertura → Análise da devolução.',
      data: { de: 'ABERTURA', para: 'ANALISE_DEVOLUCAO' },
    });
  });
});
