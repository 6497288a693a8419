import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  parameters,
  pickups,
  pickupTickets,
  reasons,
  returnInvoices,
  ticketEvents,
  tickets,
} from '../../../../server/db/tables/index.ts';
import { type MoveWorld, moveWorld } from './moveWorld.ts';

jest.setTimeout(60_000);
let world: MoveWorld;
const reason: Record<string, number> = {};
beforeAll(async () => {
  world = await moveWorld();
  for (const text of [
    'Resolvido com o cliente',
    'Devolução concluída',
    'Devolução negada',
    'Boletos prorrogados',
  ])
    reason[text] = await world.finalReason(text);
});
afterAll(() => world?.server.close());

const solved = () => ({ idMotivo: reason['Resolvido com o cliente'] ?? 0 });
const DAY = 24 * 60 * 60 * 1000;

/** Each way to write, with a body that would go through. */
const moves = (): [string, Record<string, unknown>][] => [
  ['avancar-etapa', {}],
  ['retroceder-etapa', { motivo: 'Falta uma foto' }],
  ['finalizar', solved()],
  ['cancelar', { motivo: 'Desistiu' }],
  ['reabrir', { motivo: 'Voltou' }],
  ['arquivar', {}],
  ['desarquivar', {}],
  ['reclassificar', { idTipo: world.types.get('TROCA') }],
];

describe('somebody who may not', () => {
  it('finds no ticket of another branch or customer, by any move', async () => {
    const id = await world.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA'], {
      branchId: world.branchIds[0],
      customerId: world.customerIds.second,
      representativeId: null,
    });
    const before = await world.traces(id);
    // A reopening of their own is what consumers may ask for; the other moves their role refuses.
    for (const [as, allowed] of [
      ['OTHER_OPERATOR', ['avancar-etapa', 'retroceder-etapa', 'finalizar', 'cancelar', 'reabrir']],
      ['REPRESENTANTE', ['avancar-etapa', 'retroceder-etapa', 'cancelar']],
      ['CONSUMIDOR_FINAL', ['avancar-etapa', 'retroceder-etapa', 'cancelar', 'reabrir']],
    ] as const)
      for (const [name, body] of moves()) {
        const foreign = await world.move(id, name, body, { as });
        const unknown = await world.move(999_999, name, body, { as });
        expect([as, name, foreign.status]).toEqual([as, name, allowed.includes(name as never) ? 404 : 403]);
        expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
      }
    expect(await world.traces(id)).toEqual(before);
  });

  it('without the permission of the step is told its name, whatever else they may', async () => {
    const own = { customerId: world.customerIds.consumer };
    const id = await world.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA'], own);
    for (const as of ['VENDEDOR', 'CONSUMIDOR_FINAL'] as const)
      for (const name of ['avancar-etapa', 'retroceder-etapa']) {
        const { status, body } = await world.move(id, name, { motivo: 'x' }, { as });
        expect([status, body.code, body.error]).toEqual([
          403,
          'SEM_PERMISSAO',
          expect.stringContaining('TICKETS_ETAPA_TRATATIVA'),
        ]);
      }
    expect((await world.get(`tickets/${id}`, 'VENDEDOR')).body.data.acoes).toMatchObject({
      avancar: false,
      retroceder: false,
      finalizar: false,
    });
    expect(await world.ticket(id)).toMatchObject({ stepKey: 'TRATATIVA', version: 1 });
  });

  it('ends nothing by advancing without the permission to finish', async () => {
    const id = await world.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA']);
    const answer = await world.move(id, 'avancar-etapa', { finalizacao: solved() }, { as: 'VENDEDOR' });
    expect([answer.status, answer.body.error]).toEqual([403, expect.stringContaining('TICKETS_FINALIZAR')]);
    expect((await world.get(`tickets/${id}`, 'VENDEDOR')).body.data.acoes.avancar).toBe(false);
    expect((await world.get(`tickets/${id}`, 'OPERADOR')).body.data.acoes.avancar).toBe(true);
  });

  it('sees why the staff moved a ticket only as staff', async () => {
    const id = await world.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA'], {
      customerId: world.customerIds.consumer,
    });
    await world.move(id, 'avancar-etapa', { etapa: 'RESSARCIMENTO', motivo: 'Cliente antigo' });
    const notes = async (who: 'OPERADOR' | 'CONSUMIDOR_FINAL') =>
      (await world.get(`tickets/${id}/atividades`, who)).body[0].observacao;
    expect(await notes('OPERADOR')).toBe('Tratativa → Ressarcimento. Motivo: Cliente antigo');
    expect(await notes('CONSUMIDOR_FINAL')).toBe('Tratativa → Ressarcimento.');
    const stale = await world.move(id, 'cancelar', { versao: 1, motivo: 'x' }, { as: 'CONSUMIDOR_FINAL' });
    expect(JSON.stringify(stale.body.atual)).not.toContain('Cliente antigo');
  });
});

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

  it('goes aside without the data of the step, stops the clock, and lets it go on afterwards', async () => {
    const id = await world.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO']);
    const dueAt = new Date(world.server.deps.now().getTime() + 40 * DAY);
    await world.server.deps.db.update(tickets).set({ dueAt }).where(eq(tickets.id, id));
    const aside = { etapa: 'COMPLEMENTO_CLIENTE' };
    expect((await world.move(id, 'avancar-etapa', aside)).body.errors).toEqual({
      motivo: 'Informe o motivo de "Pedir complemento ao cliente".',
    });
    const blank = await world.move(id, 'avancar-etapa', { ...aside, motivo: '  ' });
    expect(blank.status).toBe(422);
    const data = { analise: { linhas: [] }, motivo: 'Faltam fotos' };
    expect((await world.move(id, 'avancar-etapa', { ...aside, ...data })).body.errors).toMatchObject({
      analise: expect.stringContaining('não grava'),
    });
    expect((await world.move(id, 'avancar-etapa', { ...aside, motivo: 'Faltam fotos' })).status).toBe(200);
    const waiting = await world.ticket(id);
    expect(waiting).toMatchObject({ status: 'AGUARDANDO_CLIENTE', dueAt: null });
    expect(waiting.dueMinutesLeft).toBeGreaterThan(20 * 600);
    expect((await world.get(`tickets/${id}`)).body.data.prazoPausado).toBe(true);
    expect((await world.move(id, 'avancar-etapa')).body.data.etapaAtual.chave).toBe('ANALISE_DEVOLUCAO');
    const back = await world.ticket(id);
    expect(back.dueMinutesLeft).toBeNull();
    expect(Math.abs((back.dueAt?.getTime() ?? 0) - dueAt.getTime())).toBeLessThan(3 * DAY);
  });

  it('refuses a step that this one never leads to, and one that is not open', async () => {
    const id = await world.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA']);
    const never = await world.move(id, 'avancar-etapa', { etapa: 'COLETA' });
    expect([never.status, never.body.errors.etapa]).toEqual([422, expect.stringContaining('COLETA')]);
    const closed = await world.move(id, 'avancar-etapa', { etapa: 'TROCA' });
    expect([closed.body.code, closed.body.caminhos.map(({ para }: { para: string }) => para)]).toEqual([
      'ESCOLHA_ETAPA',
      ['FINALIZADO', 'REENVIO', 'RESSARCIMENTO'],
    ]);
  });

  it('names the open ways when the standard one is not', async () => {
    const id = await world.at('DEVOLUCAO', ['ABERTURA', 'COLETA', 'CONFERENCIA_DEVOLUCAO', 'DIVERGENCIA']);
    const [line = 0] = await world.bought('10');
    await world.addLine(id, line, { status: 'A', requested: '5', authorized: '5', checked: '4', held: '4' });
    expect((await world.move(id, 'avancar-etapa')).body.data.etapaAtual.chave).toBe('FINANCEIRO');
    const back = await world.move(id, 'retroceder-etapa', { motivo: 'Rever' });
    expect(back.body.data.etapaAtual.chave).toBe('DIVERGENCIA');
    const refused = await world.at('PRORROGACAO', ['ABERTURA', 'PRORROGACAO_LOGISTICA'], {
      extension: {
        responsavel: 'REPRESENTANTE',
        responsavelId: world.representativeId,
        diasAtraso: 3,
        logistica: 'RECUSADA',
      },
    });
    const open = (await world.get(`tickets/${refused}`)).body.data;
    // It ends by the answer of logistics, which advancing carries.
    expect([open.proximaEtapa, open.acoes.avancar, open.acoes.finalizar]).toEqual([null, true, false]);
    const { body } = await world.move(refused, 'finalizar', solved());
    expect(Object.keys(body.errors).join()).toContain('prorrogacaoLogistica');
  });

  it('refuses what DOMAIN section 2 does not allow', async () => {
    const id = await world.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA'], { status: 'ABERTO' });
    const { body } = await world.move(id, 'avancar-etapa', { finalizacao: solved() });
    expect([body.code, body.error]).toEqual(['STATUS_NAO_PERMITE', expect.stringContaining('"Aberto"')]);
    expect((await world.ticket(id)).version).toBe(1);
  });

  it('moves nothing that is closed or archived', async () => {
    for (const status of ['FINALIZADO', 'CANCELADO'] as const) {
      const id = await world.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA'], { status });
      for (const [name, body] of moves().filter(([each]) => !/abrir|arquivar/.test(each)))
        expect((await world.move(id, name, body)).body.code).toBe('ENCERRADO');
      await world.server.deps.db.update(tickets).set({ archived: true }).where(eq(tickets.id, id));
      for (const [name, body] of moves().filter(([each]) => each !== 'desarquivar'))
        expect((await world.move(id, name, body)).body.code).toMatch(/^(JA_)?ARQUIVADO$/);
    }
  });

  it('of an old version answers what stands now, and who changed what', async () => {
    const id = await world.at('ATENDIMENTO', ['ABERTURA']);
    await world.move(id, 'avancar-etapa', {}, { as: 'OPERADOR' });
    await world.move(id, 'avancar-etapa', { etapa: 'REENVIO' }, { as: 'GERENTE' });
    const { status, body } = await world.move(id, 'avancar-etapa', { versao: 1 });
    expect([status, body.code]).toEqual([409, 'CONFLITO']);
    expect(body.atual).toEqual({
      versao: 3,
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

  it('once, however often it is sent with one key', async () => {
    const id = await world.at('ATENDIMENTO', ['ABERTURA']);
    const first = await world.move(id, 'avancar-etapa', { versao: 1 }, { key: 'uma-vez' });
    const before = await world.traces(id);
    const again = await world.move(id, 'avancar-etapa', { versao: 1 }, { key: 'uma-vez' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await world.traces(id)).toEqual(before);
    const other = await world.move(id, 'avancar-etapa', { versao: 2 }, { key: 'uma-vez' });
    expect(other.body.code).toBe('CHAVE_REPETIDA');
  });
});

describe('the end', () => {
  it('demands a final reason that fits, with its observation, and says how it ended', async () => {
    const { db } = world.server.deps;
    const id = await world.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'FINANCEIRO']);
    const error = async (finalizacao: unknown) =>
      (await world.move(id, 'avancar-etapa', finalizacao === undefined ? {} : { finalizacao })).body.errors;
    expect(await error(undefined)).toEqual({ 'finalizacao.idMotivo': 'Escolha o motivo de finalização.' });
    const wrong = expect.stringContaining('não encerra');
    expect(await error({ idMotivo: reason['Boletos prorrogados'] })).toEqual({
      'finalizacao.idMotivo': wrong,
    });
    const [product] = await db.select().from(reasons).where(eq(reasons.kind, 'PRODUTO'));
    expect(await error({ idMotivo: product?.id })).toEqual({ 'finalizacao.idMotivo': wrong });
    const denied = { idMotivo: reason['Devolução negada'] };
    expect(Object.keys(await error(denied))).toEqual(['finalizacao.obs']);
    const { body } = await world.move(id, 'avancar-etapa', {
      finalizacao: { ...denied, obs: 'Fora do prazo' },
    });
    expect([body.data.message, body.data.status]).toEqual(['Ticket finalizado.', 'FINALIZADO']);
    expect(await world.ticket(id)).toMatchObject({
      stepKey: 'FINALIZADO',
      result: 'IMPROCEDENTE',
      finalReason: { id: denied.idMotivo, descricao: 'Devolução negada' },
      finishedAt: world.server.deps.now(),
      dueAt: null,
      dueMinutesLeft: null,
    });
    expect(await world.lastEvent(id)).toMatchObject({
      type: 'FINALIZACAO',
      note: 'Financeiro → Finalizado. Devolução negada (improcedente).',
      data: { de: 'FINANCEIRO', para: 'FINALIZADO', motivo: 'Fora do prazo' },
    });
  });

  it('settles what was approved, once, and gives back what nobody judged', async () => {
    const id = await world.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'FINANCEIRO']);
    const [one = 0, two = 0] = await world.bought('10', '20');
    await world.addLine(id, one, { status: 'A', requested: '5', authorized: '4', checked: '3', held: '3' });
    await world.addLine(id, one, { status: 'A', requested: '2.5', authorized: '2.5', held: '2.5' });
    await world.addLine(id, two, { status: 'N', requested: '7' });
    await world.addLine(id, two, { requested: '8', held: '8' });
    await world.addLine(id, null, { requested: '0' });
    const finalizacao = { idMotivo: reason['Devolução concluída'] };
    expect((await world.move(id, 'avancar-etapa', { finalizacao })).status).toBe(200);
    const free = { held: 0, settled: false, checked: null };
    expect(await world.holds(id)).toEqual([
      { held: 0, settled: true, checked: 3 },
      { held: 0, settled: true, checked: null },
      free,
      free,
      free,
    ]);
    expect([await world.returned(one), await world.returned(two)]).toEqual([5.5, 0]);
    const reopened = await world.move(id, 'reabrir', { motivo: 'Faltou uma caixa' });
    expect(reopened.body.data.message).toBe('Ticket reaberto com sucesso');
    expect((await world.holds(id)).map(({ held }) => held)).toEqual([3, 2.5, 0, 8, 0]);
    expect(await world.returned(one)).toBe(0);
  });

  it('by finalizar only where a way to it is open, with the reason that the way asks for', async () => {
    const early = await world.at('ATENDIMENTO', ['ABERTURA']);
    expect((await world.move(early, 'finalizar', solved())).body.code).toBe('SEM_FIM_ABERTO');
    const id = await world.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA']);
    expect((await world.move(id, 'finalizar', { idMotivo: 1 })).body.errors).toHaveProperty('idMotivo');
    expect((await world.move(id, 'finalizar', solved(), { as: 'OPERADOR' })).body.data.status).toBe(
      'FINALIZADO',
    );
    const refused = await world.move(id, 'finalizar', solved());
    expect(refused.body.code).toBe('ENCERRADO');
  });

  it('has the result of its way: no reason of another one', async () => {
    const id = await world.at('PRORROGACAO', ['ABERTURA', 'PRORROGACAO_LOGISTICA'], {
      extension: {
        responsavel: 'REPRESENTANTE',
        responsavelId: world.representativeId,
        diasAtraso: 3,
        logistica: 'RECUSADA',
      },
    });
    const { body } = await world.move(id, 'avancar-etapa', {
      etapa: 'FINALIZADO',
      motivo: 'Sem atraso',
      finalizacao: solved(),
      prorrogacaoLogistica: {
        responsavel: 'REPRESENTANTE',
        responsavel_id: world.representativeId,
        dias_atraso: 3,
        recusada: true,
        obs: 'Entregue no prazo',
      },
    });
    expect(body.errors).toEqual({ 'finalizacao.idMotivo': expect.stringContaining('improcedente') });
  });
});

describe('going back', () => {
  it('asks why, and returns to the step that it came from, as that step was', async () => {
    const id = await world.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'ENVIO_NF_DEVOLUCAO']);
    const [line = 0] = await world.bought('10');
    await world.addLine(id, line, { status: 'A', requested: '5', authorized: '4', held: '4' });
    expect((await world.move(id, 'retroceder-etapa', { motivo: ' ' })).body.errors).toHaveProperty('motivo');
    const { body } = await world.move(
      id,
      'retroceder-etapa',
      { motivo: 'Rever as fotos' },
      { as: 'OPERADOR' },
    );
    expect(body.data.etapaAtual.chave).toBe('ANALISE_DEVOLUCAO');
    expect(await world.holds(id)).toEqual([{ held: 4, settled: false, checked: null }]);
    const first = await world.move(id, 'retroceder-etapa', { motivo: 'Do começo' });
    expect(first.body.data).toMatchObject({ etapaAtual: { chave: 'ABERTURA' }, status: 'EM_ATENDIMENTO' });
    expect((await world.move(id, 'retroceder-etapa', { motivo: 'Mais' })).body.code).toBe('SEM_RETORNO');
  });

  it('over the check-in forgets what was counted, unless others have taken it', async () => {
    const path = [
      'ABERTURA',
      'ANALISE_DEVOLUCAO',
      'ENVIO_NF_DEVOLUCAO',
      'COLETA',
      'CONFERENCIA_DEVOLUCAO',
      'FINANCEIRO',
    ];
    const id = await world.at('DEVOLUCAO', path);
    const [line = 0] = await world.bought('10');
    await world.addLine(id, line, { status: 'A', requested: '6', authorized: '6', checked: '4', held: '4' });
    await world.move(id, 'retroceder-etapa', { motivo: 'Contar de novo' });
    expect((await world.holds(id))[0]).toMatchObject({ held: 4, checked: 4 });
    const other = await world.at('DEVOLUCAO', ['ABERTURA']);
    const taken = await world.addLine(other, line, { requested: '5', held: '5' });
    const refused = await world.move(id, 'retroceder-etapa', { motivo: 'Não chegou' });
    expect([refused.body.code, refused.body.errors]).toEqual([
      'QUANTIDADE_INDISPONIVEL',
      { 'linhas.0': 'Produto 1: o ticket precisa de 6, e só restam 5 de 10.' },
    ]);
    await world.server.deps.db.delete(tickets).where(eq(tickets.id, other));
    expect(taken).toBeGreaterThan(0);
    await world.move(id, 'retroceder-etapa', { motivo: 'Não chegou' });
    expect((await world.holds(id))[0]).toMatchObject({ held: 6, checked: null });
  });
});

describe('cancel', () => {
  it('keeps the step and gives the quantities back, for a consumer too', async () => {
    const id = await world.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'COMPLEMENTO_CLIENTE'], {
      customerId: world.customerIds.consumer,
      status: 'AGUARDANDO_CLIENTE',
      dueMinutesLeft: 60,
    });
    const [line = 0] = await world.bought('10');
    await world.addLine(id, line, { requested: '5', held: '5' });
    const shown = (await world.get(`tickets/${id}`, 'CONSUMIDOR_FINAL')).body.data;
    expect(shown.acoes.cancelar).toBe(true);
    const { body } = await world.move(id, 'cancelar', { motivo: 'Vou ficar' }, { as: 'CONSUMIDOR_FINAL' });
    expect(body.data).toMatchObject({ status: 'CANCELADO', etapaAtual: { chave: 'COMPLEMENTO_CLIENTE' } });
    expect(await world.ticket(id)).toMatchObject({ dueAt: null, dueMinutesLeft: null, finishedAt: null });
    expect((await world.holds(id))[0]?.held).toBe(0);
  });

  it('is refused once a line was judged, or the ticket went beyond its first step of work', async () => {
    const judged = await world.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO']);
    await world.addLine(judged, null, { status: 'N' });
    const gone = await world.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA', 'REENVIO']);
    for (const id of [judged, gone]) {
      expect((await world.move(id, 'cancelar', { motivo: 'x' })).body.code).toBe('JA_ANALISADO');
      expect((await world.get(`tickets/${id}`)).body.data.acoes.cancelar).toBe(false);
    }
  });
});

describe('reopen', () => {
  const closed = (given: Partial<typeof tickets.$inferInsert> = {}) =>
    world.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA', 'FINALIZADO'], {
      status: 'FINALIZADO',
      finishedAt: world.server.deps.now(),
      result: 'PROCEDENTE',
      customerId: world.customerIds.consumer,
      ...given,
    });

  it('leads back to the last step before the end, with a clock that runs anew', async () => {
    const id = await closed();
    const { body } = await world.move(id, 'reabrir', { motivo: 'Quebrou' }, { as: 'CONSUMIDOR_FINAL' });
    expect(body.data).toMatchObject({ status: 'EM_ATENDIMENTO', etapaAtual: { chave: 'TRATATIVA' } });
    expect(await world.ticket(id)).toMatchObject({ result: null, finalReason: null, finishedAt: null });
    expect((await world.ticket(id)).dueAt).not.toBeNull();
    expect((await world.move(id, 'reabrir', { motivo: 'x' })).body.code).toBe('JA_ABERTO');
    const back = await world.move(id, 'retroceder-etapa', { motivo: 'x' });
    expect(back.body.data.etapaAtual.chave).toBe('ABERTURA');
  });

  it('is a matter of days, by who asks', async () => {
    const ago = (days: number) => new Date(world.server.deps.now().getTime() - days * DAY);
    const answers = async (days: number) => {
      const codes = [];
      for (const as of ['CONSUMIDOR_FINAL', 'OPERADOR', 'SUPERVISOR'] as const) {
        const { status } = await world.move(
          await closed({ finishedAt: ago(days) }),
          'reabrir',
          { motivo: 'x' },
          { as },
        );
        codes.push(status);
      }
      return codes;
    };
    expect([await answers(6), await answers(8), await answers(31)]).toEqual([
      [200, 200, 200],
      [422, 200, 200],
      [422, 422, 200],
    ]);
    const cancelled = await closed({ status: 'CANCELADO', stepKey: 'TRATATIVA', finishedAt: null });
    const staff = await world.move(cancelled, 'reabrir', { motivo: 'x' }, { as: 'OPERADOR' });
    expect([staff.body.code, staff.body.error]).toEqual([
      'FORA_DO_PRAZO',
      expect.stringContaining('supervisão'),
    ]);
    expect((await world.move(cancelled, 'reabrir', { motivo: 'x' })).status).toBe(200);
  });

  it('says line by line what no longer fits, and changes nothing', async () => {
    const id = await closed({ status: 'CANCELADO', stepKey: 'TRATATIVA' });
    const [one = 0, two = 0] = await world.bought('10', '3');
    await world.addLine(id, one, { requested: '4' });
    await world.addLine(id, one, { requested: '4' });
    await world.addLine(id, two, { requested: '3' });
    const other = await world.at('DEVOLUCAO', ['ABERTURA']);
    await world.addLine(other, one, { requested: '5', held: '5' });
    await world.addLine(other, two, { requested: '3', held: '3' });
    const before = await world.traces(id);
    const { status, body } = await world.move(id, 'reabrir', { motivo: 'x' });
    expect([status, body.errors]).toEqual([
      422,
      {
        'linhas.1': 'Produto 2: o ticket precisa de 4, e só resta 1 de 10.',
        'linhas.2': 'Produto 3: o ticket precisa de 3, e nada resta de 3.',
      },
    ]);
    expect(await world.traces(id)).toEqual(before);
    expect((await world.holds(id)).map(({ held }) => held)).toEqual([0, 0, 0]);
  });
});

describe('the archive', () => {
  it('takes what is closed, gives it back, and says so to the staff alone', async () => {
    const id = await world.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA'], {
      customerId: world.customerIds.consumer,
    });
    expect((await world.move(id, 'arquivar')).body.code).toBe('AINDA_ABERTO');
    await world.move(id, 'finalizar', solved());
    expect((await world.move(id, 'arquivar', {}, { as: 'OPERADOR' })).status).toBe(403);
    expect((await world.move(id, 'arquivar')).body.data).toMatchObject({ arquivado: true, versao: 3 });
    expect((await world.move(id, 'arquivar')).body.code).toBe('JA_ARQUIVADO');
    expect((await world.move(id, 'desarquivar', { versao: 2 })).status).toBe(409);
    expect((await world.move(id, 'desarquivar', { versao: 3 })).body.data.arquivado).toBe(false);
    expect((await world.move(id, 'desarquivar')).body.code).toBe('NAO_ARQUIVADO');
    const seen = async (who: 'ADMIN' | 'CONSUMIDOR_FINAL') =>
      (await world.get(`tickets/${id}/atividades`, who)).body.map(({ tipo }: { tipo: string }) => tipo);
    expect((await seen('ADMIN')).slice(0, 2)).toEqual(['DESARQUIVAMENTO', 'ARQUIVAMENTO']);
    expect(await seen('CONSUMIDOR_FINAL')).not.toContain('ARQUIVAMENTO');
  });
});

describe('reclassify', () => {
  const to = (key: string) => ({ idTipo: world.types.get(key) ?? 0 });

  it('begins the flow of the new type, keeps the lines, and drops the reasons of the old one', async () => {
    const id = await world.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA', 'REENVIO'], {
      status: 'AGUARDANDO_TERCEIRO',
      reasons: [
        { id: 1, descricao: 'Entrega' },
        { id: 2, descricao: 'Demora' },
      ],
    });
    const [line = 0] = await world.bought('10');
    await world.addLine(id, line, { requested: '5', held: '5' });
    const { status, body } = await world.move(id, 'reclassificar', {
      ...to('DEVOLUCAO'),
      motivo: 'É devolução',
    });
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        status: 'EM_ATENDIMENTO',
        etapaAtual: { chave: 'ABERTURA', descricao: 'Abertura' },
      }),
    ]);
    expect(await world.ticket(id)).toMatchObject({ flowKey: 'DEVOLUCAO', reasons: [] });
    expect((await world.holds(id))[0]?.held).toBe(5);
    expect((await world.lastEvent(id)).note).toContain('Motivos retirados: Entrega > Demora.');
    expect((await world.move(id, 'retroceder-etapa', { motivo: 'x' })).body.code).toBe('SEM_RETORNO');
    await world.move(id, 'avancar-etapa');
    const back = await world.move(id, 'retroceder-etapa', { motivo: 'x' });
    expect(back.body.data.etapaAtual.chave).toBe('ABERTURA');
  });

  it('keeps the step inside of one flow', async () => {
    const id = await world.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA', 'REENVIO'], {
      status: 'AGUARDANDO_TERCEIRO',
    });
    const { body } = await world.move(id, 'reclassificar', to('QUALIDADE'));
    expect(body.data).toMatchObject({ status: 'AGUARDANDO_TERCEIRO', etapaAtual: { chave: 'REENVIO' } });
    const back = await world.move(id, 'retroceder-etapa', { motivo: 'x' });
    expect(back.body.data.etapaAtual.chave).toBe('TRATATIVA');
  });

  it('refuses the same type, an unknown one, and a ticket that papers stand of', async () => {
    const { db } = world.server.deps;
    const id = await world.at('DEVOLUCAO', ['ABERTURA']);
    for (const idTipo of [to('DEVOLUCAO').idTipo, 999_999])
      expect((await world.move(id, 'reclassificar', { idTipo })).body.errors).toHaveProperty('idTipo');
    expect((await world.move(id, 'reclassificar', to('TROCA'), { as: 'OPERADOR' })).status).toBe(403);
    const [pickup] = await db
      .insert(pickups)
      .values({ type: 'TRANSPORTADORA', createdBy: world.people.ADMIN })
      .returning();
    await db.insert(pickupTickets).values({ pickupId: pickup?.id ?? 0, ticketId: id });
    expect((await world.move(id, 'reclassificar', to('TROCA'))).body.code).toBe('EM_COLETA');
    await db.delete(pickups);
    await db.insert(returnInvoices).values({
      ticketId: id,
      key: '1'.repeat(44),
      total: '1',
      mirrorTotal: '1',
      createdBy: world.people.ADMIN,
    });
    expect((await world.move(id, 'reclassificar', to('TROCA'))).body.code).toBe('NOTA_ENVIADA');
    expect(await db.$count(ticketEvents, eq(ticketEvents.ticketId, id))).toBe(1);
  });
});

describe('due times', () => {
  it('follow the hours of the branch', async () => {
    const { db } = world.server.deps;
    const open = { dias: [0, 1, 2, 3, 4, 5, 6], inicio: '00:00', fim: '24:00' };
    await db
      .insert(parameters)
      .values({ area: 'SAC', key: 'expediente', branchId: world.branchIds[0], value: open });
    const id = await world.at('DUVIDA_PRODUTO', ['ABERTURA']);
    await world.move(id, 'avancar-etapa');
    const { dueAt } = await world.ticket(id);
    expect((dueAt?.getTime() ?? 0) - world.server.deps.now().getTime()).toBe(8 * 60 * 60 * 1000);
    await db.delete(parameters).where(eq(parameters.branchId, world.branchIds[0]));
  });
});
