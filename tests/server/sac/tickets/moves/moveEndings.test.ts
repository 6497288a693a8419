import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, asc, eq } from 'drizzle-orm';
import type { Flow } from '#contract/rules/flows/flow.ts';
import {
  customerLog,
  definitions,
  definitionVersions,
  flows,
  people,
  personBranches,
  reasons,
  type tickets,
} from '#server/db/tables/index.ts';
import { addGoods } from '../addGoods.ts';
import { type MoveFixture, moveFixture } from './moveFixture.ts';

let fixture: MoveFixture;
const reason: Record<string, number> = {};
beforeAll(async () => {
  fixture = await moveFixture();
  for (const text of [
    'Resolvido com o cliente',
    'Devolução concluída',
    'Devolução negada',
    'Boletos prorrogados',
  ])
    reason[text] = await fixture.finalReason(text);
});
afterAll(() => fixture?.server.close());

const solved = () => ({ idMotivo: reason['Resolvido com o cliente'] ?? 0 });
const DAY = 24 * 60 * 60 * 1000;

describe('finishing a ticket', () => {
  it('requires a matching final reason with its observation, and reports the result', async () => {
    const { db } = fixture.server.deps;
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'FINANCEIRO']);
    await addGoods(fixture.server, id);
    const error = async (finalizacao: unknown) =>
      (await fixture.move(id, 'avancar-etapa', finalizacao === undefined ? {} : { finalizacao })).body.errors;
    expect(await error(undefined)).toEqual({ 'finalizacao.idMotivo': 'Escolha o motivo de finalização.' });
    const wrong = expect.stringContaining('não encerra');
    expect(await error({ idMotivo: reason['Boletos prorrogados'] })).toEqual({
      'finalizacao.idMotivo': wrong,
    });
    const [product] = await db.select().from(reasons).where(eq(reasons.kind, 'PRODUTO'));
    expect(await error({ idMotivo: product?.id })).toEqual({ 'finalizacao.idMotivo': wrong });
    const denied = { idMotivo: reason['Devolução negada'] };
    expect(Object.keys(await error(denied))).toEqual(['finalizacao.obs']);
    const { body } = await fixture.move(id, 'avancar-etapa', {
      finalizacao: { ...denied, obs: 'Fora do prazo' },
    });
    expect([body.data.message, body.data.status]).toEqual(['Ticket finalizado.', 'FINALIZADO']);
    expect(await fixture.ticket(id)).toMatchObject({
      stepKey: 'FINALIZADO',
      result: 'IMPROCEDENTE',
      finalReason: { id: denied.idMotivo, descricao: 'Devolução negada' },
      finishedAt: fixture.server.deps.now(),
      dueAt: null,
      dueMinutesLeft: null,
    });
    expect(await fixture.lastEvent(id)).toMatchObject({
      type: 'FINALIZACAO',
      note: 'Financeiro → Finalizado. Devolução negada (improcedente).',
      data: { de: 'FINANCEIRO', para: 'FINALIZADO', motivo: 'Fora do prazo' },
    });
  });

  it('settles approved quantities once and releases those that were not analysed', async () => {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'FINANCEIRO']);
    const [one = 0, two = 0] = await fixture.bought('10', '20');
    await fixture.addLine(id, one, { status: 'A', requested: '5', authorized: '4', checked: '3', held: '3' });
    await fixture.addLine(id, one, { status: 'A', requested: '2.5', authorized: '2.5', held: '2.5' });
    await fixture.addLine(id, two, { status: 'N', requested: '7' });
    await fixture.addLine(id, two, { requested: '8', held: '8' });
    await fixture.addLine(id, null, { requested: '0' });
    const finalizacao = { idMotivo: reason['Devolução concluída'] };
    expect((await fixture.move(id, 'avancar-etapa', { finalizacao })).status).toBe(200);
    const free = { held: 0, settled: false, checked: null };
    expect(await fixture.holds(id)).toEqual([
      { held: 0, settled: true, checked: 3 },
      { held: 0, settled: true, checked: null },
      free,
      free,
      free,
    ]);
    expect([await fixture.returned(one), await fixture.returned(two)]).toEqual([5.5, 0]);
    const reopened = await fixture.move(id, 'reabrir', { motivo: 'Faltou uma caixa' });
    expect(reopened.body.data.message).toBe('Ticket reaberto com sucesso');
    expect((await fixture.holds(id)).map(({ held }) => held)).toEqual([3, 2.5, 0, 8, 0]);
    expect(await fixture.returned(one)).toBe(0);
    const reported = await fixture.server.deps.db
      .select({ text: customerLog.text })
      .from(customerLog)
      .where(and(eq(customerLog.type, 'TICKET'), eq(customerLog.itemId, id)))
      .orderBy(asc(customerLog.id));
    expect(reported.map(({ text }) => text.split(':')[0])).toEqual([
      `Ticket ${id} finalizado`,
      `Ticket ${id} reaberto`,
    ]);
  });

  it('by finalizar requires an open transition to the end, with the reason that it requires', async () => {
    const early = await fixture.at('ATENDIMENTO', ['ABERTURA']);
    expect((await fixture.move(early, 'finalizar', solved())).body.code).toBe('SEM_FIM_ABERTO');
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA']);
    expect((await fixture.move(id, 'finalizar', { idMotivo: 1 })).body.errors).toHaveProperty('idMotivo');
    expect((await fixture.move(id, 'finalizar', solved(), { as: 'OPERADOR' })).body.data.status).toBe(
      'FINALIZADO',
    );
    const refused = await fixture.move(id, 'finalizar', solved());
    expect(refused.body.code).toBe('ENCERRADO');
  });

  it('follows the flow version of the ticket, also for requiring a reason', async () => {
    const { db } = fixture.server.deps;
    const [first] = await db.select().from(flows).where(eq(flows.key, 'DUVIDA'));
    const flow = structuredClone(first?.content) as unknown as Flow;
    for (const way of flow.transicoes) way.exige_motivo = true;
    await db.insert(definitionVersions).values({
      kind: 'flows',
      key: 'DUVIDA',
      version: 99,
      hash: 'outra',
      content: { ...flow },
      source: 'ESTUDIO',
    });
    await db.update(definitions).set({ publishedVersion: 99 }).where(eq(definitions.key, 'DUVIDA'));
    const old = await fixture.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA']);
    const pinned = await fixture.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA'], { flowVersion: 99 });
    expect((await fixture.move(old, 'finalizar', solved())).status).toBe(200);
    const missing = { obs: 'Informe o motivo de "Finalizar".' };
    expect((await fixture.move(pinned, 'finalizar', solved())).body.errors).toEqual(missing);
    expect((await fixture.move(pinned, 'finalizar', { ...solved(), obs: 'Respondida' })).status).toBe(200);
    expect((await fixture.lastEvent(pinned)).data).toMatchObject({ motivo: 'Respondida' });
  });

  it('has the result of its transition and rejects a final reason of another result', async () => {
    const id = await fixture.at('PRORROGACAO', ['ABERTURA', 'PRORROGACAO_LOGISTICA'], {
      extension: {
        responsavel: 'REPRESENTANTE',
        responsavelId: fixture.representativeId,
        diasAtraso: 3,
        logistica: 'RECUSADA',
      },
    });
    const { body } = await fixture.move(id, 'avancar-etapa', {
      etapa: 'FINALIZADO',
      motivo: 'Sem atraso',
      finalizacao: solved(),
      prorrogacaoLogistica: {
        responsavel: 'REPRESENTANTE',
        responsavel_id: fixture.representativeId,
        dias_atraso: 3,
        recusada: true,
        obs: 'Entregue no prazo',
      },
    });
    expect(body.errors).toEqual({ 'finalizacao.idMotivo': expect.stringContaining('improcedente') });
  });
});

describe('reopening a ticket', () => {
  const closed = (given: Partial<typeof tickets.$inferInsert> = {}) =>
    fixture.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA', 'FINALIZADO'], {
      status: 'FINALIZADO',
      finishedAt: fixture.server.deps.now(),
      result: 'PROCEDENTE',
      customerId: fixture.customerIds.consumer,
      ...given,
    });

  it('returns to the last step before the end and restarts the clock', async () => {
    const id = await closed();
    const { body } = await fixture.move(id, 'reabrir', { motivo: 'Quebrou' }, { as: 'CONSUMIDOR_FINAL' });
    expect(body.data).toMatchObject({ status: 'EM_ATENDIMENTO', etapaAtual: { chave: 'TRATATIVA' } });
    expect(await fixture.ticket(id)).toMatchObject({ result: null, finalReason: null, finishedAt: null });
    expect((await fixture.ticket(id)).dueAt).not.toBeNull();
    expect((await fixture.move(id, 'reabrir', { motivo: 'x' })).body.code).toBe('JA_ABERTO');
    const back = await fixture.move(id, 'retroceder-etapa', { motivo: 'x' });
    expect(back.body.data.etapaAtual.chave).toBe('ABERTURA');
  });

  it('is allowed for a number of days that depends on the person', async () => {
    const ago = (days: number) => new Date(fixture.server.deps.now().getTime() - days * DAY);
    const answers = async (days: number) => {
      const codes = [];
      for (const as of ['CONSUMIDOR_FINAL', 'OPERADOR', 'SUPERVISOR'] as const) {
        const { status } = await fixture.move(
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
    const staff = await fixture.move(cancelled, 'reabrir', { motivo: 'x' }, { as: 'OPERADOR' });
    expect([staff.body.code, staff.body.error]).toEqual([
      'FORA_DO_PRAZO',
      expect.stringContaining('supervisão'),
    ]);
    expect((await fixture.move(cancelled, 'reabrir', { motivo: 'x' })).status).toBe(200);
  });

  it('keeps its operator only while they still take tickets of its branch', async () => {
    const { db } = fixture.server.deps;
    const operatorId = fixture.people.OPERADOR;
    const reopened = async () => {
      const id = await closed({ operatorId });
      expect((await fixture.move(id, 'reabrir', { motivo: 'Quebrou' })).status).toBe(200);
      return [(await fixture.ticket(id)).operatorId, (await fixture.lastEvent(id)).note];
    };
    const nobody = [null, 'De volta a Tratativa. Sem operador.'];
    expect(await reopened()).toEqual([operatorId, 'De volta a Tratativa.']);
    await db.update(people).set({ active: false }).where(eq(people.id, operatorId));
    expect(await reopened()).toEqual(nobody);
    await db.update(people).set({ active: true }).where(eq(people.id, operatorId));
    const branches = await db
      .delete(personBranches)
      .where(eq(personBranches.personId, operatorId))
      .returning();
    expect(await reopened()).toEqual(nobody);
    await db.insert(personBranches).values(branches);
  });

  it('reports line by line what no longer fits, and changes nothing', async () => {
    const id = await closed({ status: 'CANCELADO', stepKey: 'TRATATIVA' });
    const [one = 0, two = 0] = await fixture.bought('10', '3');
    await fixture.addLine(id, one, { requested: '4' });
    await fixture.addLine(id, one, { requested: '4' });
    await fixture.addLine(id, two, { requested: '3' });
    const other = await fixture.at('DEVOLUCAO', ['ABERTURA']);
    await fixture.addLine(other, one, { requested: '5', held: '5' });
    await fixture.addLine(other, two, { requested: '3', held: '3' });
    const before = await fixture.traces(id);
    const { status, body } = await fixture.move(id, 'reabrir', { motivo: 'x' });
    expect([status, body.errors]).toEqual([
      422,
      {
        'linhas.1': 'Produto 2: o ticket precisa de 4 UN, e só resta 1 de 10.',
        'linhas.2': 'Produto 3: o ticket precisa de 3 UN, e nada resta de 3.',
      },
    ]);
    expect(await fixture.traces(id)).toEqual(before);
    expect((await fixture.holds(id)).map(({ held }) => held)).toEqual([0, 0, 0]);
  });
});

describe('archiving a ticket', () => {
  it('is for closed tickets, can be undone, and is shown to staff only', async () => {
    const id = await fixture.at('DUVIDA_PRODUTO', ['ABERTURA', 'RESPOSTA'], {
      customerId: fixture.customerIds.consumer,
    });
    expect((await fixture.move(id, 'arquivar')).body.code).toBe('AINDA_ABERTO');
    await fixture.move(id, 'finalizar', solved());
    expect((await fixture.move(id, 'arquivar', {}, { as: 'OPERADOR' })).status).toBe(403);
    expect((await fixture.move(id, 'arquivar')).body.data).toMatchObject({ arquivado: true, versao: 3 });
    expect((await fixture.move(id, 'arquivar')).body.code).toBe('JA_ARQUIVADO');
    expect((await fixture.move(id, 'desarquivar', { versao: 2 })).status).toBe(409);
    expect((await fixture.move(id, 'desarquivar', { versao: 3 })).body.data.arquivado).toBe(false);
    expect((await fixture.move(id, 'desarquivar')).body.code).toBe('NAO_ARQUIVADO');
    const seen = async (who: 'ADMIN' | 'CONSUMIDOR_FINAL') =>
      (await fixture.get(`tickets/${id}/atividades`, who)).body.map(({ tipo }: { tipo: string }) => tipo);
    expect((await seen('ADMIN')).slice(0, 2)).toEqual(['DESARQUIVAMENTO', 'ARQUIVAMENTO']);
    expect(await seen('CONSUMIDOR_FINAL')).not.toContain('ARQUIVAMENTO');
  });
});
