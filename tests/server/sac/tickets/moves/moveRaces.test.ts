import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { type MoveFixture, moveFixture } from './moveFixture.ts';

let fixture: MoveFixture;
beforeAll(async () => {
  fixture = await moveFixture();
});
afterAll(() => fixture?.server.close());

const PEOPLE = ['OPERADOR', 'SUPERVISOR', 'GERENTE', 'ADMIN'] as const;
/** Twenty people at the same time, each with their own idempotency key. */
const together = (name: string, send: (n: number) => Promise<TestAnswer>): Promise<TestAnswer[]> =>
  Promise.all(Array.from({ length: 20 }, (_, n) => send(n))).then((answers) => {
    if (answers.some(({ status }) => status >= 500)) throw new Error(`${name}: ${JSON.stringify(answers)}`);
    return answers;
  });
const by = (n: number, key: string) => ({ as: PEOPLE[n % PEOPLE.length], key: `${key}-${n}` });
const count = (answers: TestAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('twenty concurrent requests', () => {
  it('to advance one version: one succeeds, the others learn who changed what', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA']);
    const answers = await together('advance', (n) =>
      fixture.move(id, 'avancar-etapa', { versao: 1 }, by(n, 'avanco')),
    );
    expect([count(answers, 200), count(answers, 409)]).toEqual([1, 19]);
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body.atual).toMatchObject({ versao: 2, etapaAtual: { chave: 'TRATATIVA' } });
      expect(body.atual.mudancas).toEqual([
        expect.objectContaining({ tipo: 'AVANCO', colaborador: expect.stringContaining('Pessoa') }),
      ]);
    }
    expect(await fixture.traces(id)).toEqual({ events: 2, audits: 1, version: 2 });
  });

  it('with one key run the command once and get the same answer', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA']);
    const answers = await together('repeat', () =>
      fixture.move(id, 'avancar-etapa', { versao: 1 }, { key: 'o-mesmo' }),
    );
    expect(count(answers, 200)).toBe(20);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await fixture.traces(id)).toEqual({ events: 2, audits: 1, version: 2 });
  });

  it('to cancel and advance leave the ticket in one state and lose nothing', async () => {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA']);
    const [line = 0] = await fixture.bought('10');
    await fixture.addLine(id, line, { requested: '10', held: '10' });
    const answers = await together('cancel', (n) =>
      n % 2
        ? fixture.move(id, 'cancelar', { motivo: 'Desistiu', versao: 1 }, by(n, 'cancela'))
        : fixture.move(id, 'avancar-etapa', { versao: 1 }, by(n, 'avanca')),
    );
    expect(count(answers, 200)).toBe(1);
    const { status, stepKey } = await fixture.ticket(id);
    expect([`CANCELADO ABERTURA 0`, `EM_ATENDIMENTO ANALISE_DEVOLUCAO 10`]).toContain(
      `${status} ${stepKey} ${(await fixture.holds(id))[0]?.held}`,
    );
    expect(await fixture.traces(id)).toEqual({ events: 2, audits: 1, version: 2 });
  });

  it('to cancel and advance without a version write one entry per accepted request', async () => {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA']);
    const answers = await together('mixed', (n) =>
      n % 4 === 3
        ? fixture.move(id, 'cancelar', { motivo: 'Desistiu' }, by(n, 'cancela-2'))
        : fixture.move(
            id,
            'avancar-etapa',
            { etapa: 'COMPLEMENTO_CLIENTE', motivo: 'Foto' },
            by(n, 'avanca-2'),
          ),
    );
    const { version, status } = await fixture.ticket(id);
    expect(status).toBe('CANCELADO');
    expect(version).toBe(1 + count(answers, 200));
    expect(await fixture.traces(id)).toEqual({ events: version, audits: version - 1, version });
  });

  it('to reopen tickets for the last units succeed only as far as these suffice', async () => {
    const [one = 0, two = 0] = await fixture.bought('12', '100');
    const ids: number[] = [];
    for (let n = 0; n < 20; n++) {
      const id = await fixture.at('DEVOLUCAO', ['ABERTURA'], { status: 'CANCELADO' });
      // In opposite orders, so that two requests could deadlock.
      const lines = [
        { line: one, requested: '5' },
        { line: two, requested: '1' },
      ];
      for (const { line, requested } of n % 2 ? lines : lines.reverse())
        await fixture.addLine(id, line, { requested });
      ids.push(id);
    }
    const answers = await together('reopen', (n) =>
      fixture.move(ids[n] ?? 0, 'reabrir', { motivo: 'Voltou' }, { key: `volta-${n}` }),
    );
    expect([count(answers, 200), count(answers, 422)]).toEqual([2, 18]);
    const refused = answers.find(({ status }) => status === 422);
    expect(Object.values(refused?.body.errors ?? {})).toEqual([
      expect.stringMatching(/^Produto [12]: o ticket precisa de 5 UN, e só restam 2 de 12\.$/),
    ]);
    const held = await Promise.all(ids.map((id) => fixture.holds(id)));
    expect(held.flat().reduce((sum, line) => sum + line.held, 0)).toBe(12);
  });

  it('to finish and reopen on one invoice line never count returned goods twice', async () => {
    const [line = 0] = await fixture.bought('100');
    const idMotivo = await fixture.finalReason('Devolução concluída');
    const ids: number[] = [];
    for (let n = 0; n < 20; n++) {
      const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'FINANCEIRO']);
      await fixture.addLine(id, line, { status: 'A', requested: '5', authorized: '5', held: '5' });
      ids.push(id);
    }
    const finished = await together('finish', (n) =>
      fixture.move(ids[n] ?? 0, 'finalizar', { idMotivo }, by(n, 'fim')),
    );
    expect([count(finished, 200), await fixture.returned(line)]).toEqual([20, 100]);
    const reopened = await together('reopen', (n) =>
      fixture.move(ids[n] ?? 0, 'reabrir', { motivo: 'Voltou' }, { key: `reabre-${n}` }),
    );
    expect([count(reopened, 200), await fixture.returned(line)]).toEqual([20, 0]);
    const held = await Promise.all(ids.map((id) => fixture.holds(id)));
    expect(held.flat().reduce((sum, each) => sum + each.held, 0)).toBe(100);
  });
});
