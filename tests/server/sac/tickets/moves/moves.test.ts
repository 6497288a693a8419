import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { tickets } from '#server/db/tables/index.ts';
import { addGoods } from '../addGoods.ts';
import { type MoveFixture, moveFixture } from './moveFixture.ts';

let fixture: MoveFixture;
const reason: Record<string, number> = {};
beforeAll(async () => {
  fixture = await moveFixture();
  for (const text of ['Resolvido com o cliente']) reason[text] = await fixture.finalReason(text);
});
afterAll(() => fixture?.server.close());

const solved = () => ({ idMotivo: reason['Resolvido com o cliente'] ?? 0 });
const DAY = 24 * 60 * 60 * 1000;

/** Each write route with a body that would be accepted. */
const moves = (): [string, Record<string, unknown>][] => [
  ['avancar-etapa', {}],
  ['retroceder-etapa', { motivo: 'Falta uma foto' }],
  ['finalizar', solved()],
  ['cancelar', { motivo: 'Desistiu' }],
  ['reabrir', { motivo: 'Voltou' }],
  ['arquivar', {}],
  ['desarquivar', {}],
  ['reclassificar', { idTipo: fixture.types.get('TROCA') }],
];

describe('ticket moves without permission', () => {
  it('answer 404 for a ticket of another branch or customer', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA'], {
      branchId: fixture.branchIds[0],
      customerId: fixture.customerIds.second,
      representativeId: null,
    });
    const before = await fixture.traces(id);
    // Consumers may ask for the reopening of their own ticket; their role refuses the other moves.
    for (const [as, allowed] of [
      ['OTHER_OPERATOR', ['avancar-etapa', 'retroceder-etapa', 'finalizar', 'cancelar', 'reabrir']],
      ['REPRESENTANTE', ['avancar-etapa', 'retroceder-etapa', 'cancelar']],
      ['CONSUMIDOR_FINAL', ['avancar-etapa', 'retroceder-etapa', 'cancelar', 'reabrir']],
    ] as const)
      for (const [name, body] of moves()) {
        const foreign = await fixture.move(id, name, body, { as });
        const unknown = await fixture.move(999_999, name, body, { as });
        expect([as, name, foreign.status]).toEqual([as, name, allowed.includes(name as never) ? 404 : 403]);
        expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
      }
    expect(await fixture.traces(id)).toEqual(before);
  });

  it('answer 403 with the name of the missing permission of the step', async () => {
    const own = { customerId: fixture.customerIds.consumer };
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA'], own);
    for (const as of ['VENDEDOR', 'CONSUMIDOR_FINAL'] as const)
      for (const name of ['avancar-etapa', 'retroceder-etapa']) {
        const { status, body } = await fixture.move(id, name, { motivo: 'x' }, { as });
        expect([status, body.code, body.permissao]).toEqual([
          403,
          'SEM_PERMISSAO',
          'TICKETS_ETAPA_TRATATIVA',
        ]);
      }
    expect((await fixture.get(`tickets/${id}`, 'VENDEDOR')).body.data.acoes).toMatchObject({
      avancar: false,
      retroceder: false,
      finalizar: false,
    });
    expect(await fixture.ticket(id)).toMatchObject({ stepKey: 'TRATATIVA', version: 1 });
  });

  it('cannot finish a ticket by advancing it', async () => {
    const id = await fixture.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA']);
    const answer = await fixture.move(id, 'avancar-etapa', { finalizacao: solved() }, { as: 'VENDEDOR' });
    expect([answer.status, answer.body.permissao]).toEqual([403, 'TICKETS_FINALIZAR']);
    expect((await fixture.get(`tickets/${id}`, 'VENDEDOR')).body.data.acoes.avancar).toBe(false);
    expect((await fixture.get(`tickets/${id}`, 'OPERADOR')).body.data.acoes.avancar).toBe(true);
  });

  it('show the reason of a move by staff to staff only', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA'], {
      customerId: fixture.customerIds.consumer,
    });
    await fixture.move(id, 'avancar-etapa', { etapa: 'RESSARCIMENTO', motivo: 'Cliente antigo' });
    const notes = async (who: 'OPERADOR' | 'CONSUMIDOR_FINAL') =>
      (await fixture.get(`tickets/${id}/atividades`, who)).body[0].observacao;
    expect(await notes('OPERADOR')).toBe('Tratativa → Ressarcimento. Motivo: Cliente antigo');
    expect(await notes('CONSUMIDOR_FINAL')).toBe('Tratativa → Ressarcimento.');
    const stale = await fixture.move(id, 'cancelar', { versao: 1, motivo: 'x' }, { as: 'CONSUMIDOR_FINAL' });
    expect(JSON.stringify(stale.body.atual)).not.toContain('Cliente antigo');
  });
});

/** Noon on a Wednesday, so that working time is not affected by a weekend, whatever the season. */
function wednesdayAfter(time: number): Date {
  const day = new Date(time);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  day.setUTCHours(15, 0, 0, 0);
  return day;
}

describe('advancing a ticket', () => {
  it('takes the standard transition: step, status, sector, clock, one entry each', async () => {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA']);
    await addGoods(fixture.server, id);
    const before = await fixture.traces(id);
    const { status, body } = await fixture.move(id, 'avancar-etapa', { versao: 1 }, { as: 'OPERADOR' });
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
    const row = await fixture.ticket(id);
    expect(row.dueAt).not.toBeNull();
    expect(row.stepEnteredAt).toEqual(fixture.server.deps.now());
    const shown = (await fixture.get(`tickets/${id}`)).body.data;
    expect([shown.setor.desc, shown.etapas[0].situacao]).toEqual(['Devoluções', 'FEITA']);
    expect(await fixture.traces(id)).toEqual({
      events: before.events + 1,
      audits: before.audits + 1,
      version: 2,
    });
    expect(await fixture.lastEvent(id)).toMatchObject({
      type: 'AVANCO',
      note: 'Abertura → Análise da devolução.',
      data: { de: 'ABERTURA', para: 'ANALISE_DEVOLUCAO' },
    });
  });

  it('to a side step needs no data of the step, pauses the clock and resumes it afterwards', async () => {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO']);
    await addGoods(fixture.server, id);
    const dueAt = wednesdayAfter(fixture.server.deps.now().getTime() + 40 * DAY);
    await fixture.server.deps.db.update(tickets).set({ dueAt }).where(eq(tickets.id, id));
    const aside = { etapa: 'COMPLEMENTO_CLIENTE' };
    expect((await fixture.move(id, 'avancar-etapa', aside)).body.errors).toEqual({
      motivo: 'Informe o motivo de "Pedir complemento ao cliente".',
    });
    const blank = await fixture.move(id, 'avancar-etapa', { ...aside, motivo: '  ' });
    expect(blank.status).toBe(422);
    const data = { analise: { linhas: [] }, motivo: 'Faltam fotos' };
    expect((await fixture.move(id, 'avancar-etapa', { ...aside, ...data })).body.errors).toMatchObject({
      analise: expect.stringContaining('não grava'),
    });
    expect((await fixture.move(id, 'avancar-etapa', { ...aside, motivo: 'Faltam fotos' })).status).toBe(200);
    const waiting = await fixture.ticket(id);
    expect(waiting).toMatchObject({ status: 'AGUARDANDO_CLIENTE', dueAt: null });
    expect(waiting.dueMinutesLeft).toBeGreaterThan(20 * 600);
    expect((await fixture.get(`tickets/${id}`)).body.data.prazoPausado).toBe(true);
    expect((await fixture.move(id, 'avancar-etapa')).body.data.etapaAtual.chave).toBe('ANALISE_DEVOLUCAO');
    const back = await fixture.ticket(id);
    expect(back.dueMinutesLeft).toBeNull();
    expect(Math.abs((back.dueAt?.getTime() ?? 0) - dueAt.getTime())).toBeLessThan(3 * DAY);
  });

  it('is refused to a step that the current one never leads to, or that is not open', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA']);
    const never = await fixture.move(id, 'avancar-etapa', { etapa: 'COLETA' });
    expect([never.status, never.body.errors.etapa]).toEqual([422, expect.stringContaining('COLETA')]);
    const closed = await fixture.move(id, 'avancar-etapa', { etapa: 'TROCA' });
    expect([closed.body.code, closed.body.caminhos.map(({ para }: { para: string }) => para)]).toEqual([
      'ESCOLHA_ETAPA',
      ['FINALIZADO', 'REENVIO', 'RESSARCIMENTO'],
    ]);
  });

  it('lists the open transitions when the standard one is not open', async () => {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'COLETA', 'CONFERENCIA_DEVOLUCAO', 'DIVERGENCIA']);
    const [line = 0] = await fixture.bought('10');
    await fixture.addLine(id, line, {
      status: 'A',
      requested: '5',
      authorized: '5',
      checked: '4',
      held: '4',
    });
    expect((await fixture.move(id, 'avancar-etapa')).body.data.etapaAtual.chave).toBe('FINANCEIRO');
    const back = await fixture.move(id, 'retroceder-etapa', { motivo: 'Rever' });
    expect(back.body.data.etapaAtual.chave).toBe('DIVERGENCIA');
    const refused = await fixture.at('PRORROGACAO', ['ABERTURA', 'PRORROGACAO_LOGISTICA'], {
      extension: {
        responsavel: 'REPRESENTANTE',
        responsavelId: fixture.representativeId,
        diasAtraso: 3,
        logistica: 'RECUSADA',
      },
    });
    const open = (await fixture.get(`tickets/${refused}`)).body.data;
    // It ends with the answer of logistics, which is part of advancing.
    expect([open.proximaEtapa, open.acoes.avancar, open.acoes.finalizar]).toEqual([null, true, false]);
    const { body } = await fixture.move(refused, 'finalizar', solved());
    expect(Object.keys(body.errors).join()).toContain('prorrogacaoLogistica');
  });

  it('is refused with STATUS_NAO_PERMITE from a status that does not allow it', async () => {
    const id = await fixture.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA'], { status: 'ABERTO' });
    const { body } = await fixture.move(id, 'avancar-etapa', { finalizacao: solved() });
    expect([body.code, body.error]).toEqual(['STATUS_NAO_PERMITE', expect.stringContaining('"Aberto"')]);
    expect((await fixture.ticket(id)).version).toBe(1);
  });

  it('is refused, like every move, on a closed or archived ticket', async () => {
    for (const status of ['FINALIZADO', 'CANCELADO'] as const) {
      const id = await fixture.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA'], { status });
      for (const [name, body] of moves().filter(([each]) => !/abrir|arquivar/.test(each)))
        expect((await fixture.move(id, name, body)).body.code).toBe('ENCERRADO');
      await fixture.server.deps.db.update(tickets).set({ archived: true }).where(eq(tickets.id, id));
      for (const [name, body] of moves().filter(([each]) => each !== 'desarquivar'))
        expect((await fixture.move(id, name, body)).body.code).toMatch(/^(JA_)?ARQUIVADO$/);
    }
  });

  it('from an old version returns 409 with the current state and who changed what', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA']);
    await fixture.move(id, 'avancar-etapa', {}, { as: 'OPERADOR' });
    await fixture.move(id, 'avancar-etapa', { etapa: 'REENVIO' }, { as: 'GERENTE' });
    const { status, body } = await fixture.move(id, 'avancar-etapa', { versao: 1 });
    expect([status, body.code]).toEqual([409, 'CONFLITO']);
    expect(body.atual).toEqual({
      versao: 3,
      por: 'Pessoa gerente',
      em: expect.any(String),
      status: 'AGUARDANDO_TERCEIRO',
      etapaAtual: { chave: 'REENVIO', descricao: 'Reenvio' },
      arquivado: false,
      mudancas: [
        {
          tipo: 'AVANCO',
          observacao: 'Tratativa → Reenvio.',
          colaborador: 'Pessoa gerente',
          datahora_criacao: expect.any(String),
        },
        expect.objectContaining({ observacao: 'Abertura → Tratativa.', colaborador: 'Pessoa operador' }),
      ],
    });
  });

  it('happens once per idempotency key', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA']);
    const first = await fixture.move(id, 'avancar-etapa', { versao: 1 }, { key: 'uma-vez' });
    const before = await fixture.traces(id);
    const again = await fixture.move(id, 'avancar-etapa', { versao: 1 }, { key: 'uma-vez' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await fixture.traces(id)).toEqual(before);
    const other = await fixture.move(id, 'avancar-etapa', { versao: 2 }, { key: 'uma-vez' });
    expect(other.body.code).toBe('CHAVE_REPETIDA');
  });
});
