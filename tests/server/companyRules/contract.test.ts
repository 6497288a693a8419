import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import { countPaths } from '#contract/rules/companyRules/ruleCounts.ts';
import { RULE_ENTITIES } from '#contract/rules/companyRules/ruleEntities.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { isJudged } from '#server/companyRules/judge.ts';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());

type Who = keyof TicketFixture['tokens'];
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, who: Who = 'ADMIN') =>
  fixture.server.call(method, `/config/${path}`, { token: fixture.tokens[who], ...(body && { body }) });

const RULE = {
  formato: 1,
  id: 'urgentes-ao-sac',
  titulo: 'Urgentes ao SAC',
  entidade: 'tickets',
  quando: { tipo: 'EVENTO', evento: 'CRIADO' },
  se: { faz: 'maior', de: [{ campo: 'valor' }, { numero: '5000' }] },
  entao: [{ acao: 'PRIORIZAR', prioridade: 'ALTA' }],
  papel: 'SUPERVISOR',
};

const publish = async (conteudo: { id: string }, who: Who = 'ADMIN') => {
  const path = `definicoes/rules/${conteudo.id}`;
  const known = await call('GET', path, undefined, who);
  const saved = await call(
    'PUT',
    `${path}/rascunho`,
    { conteudo, versao: known.body.data?.versao ?? 0 },
    who,
  );
  if (saved.status !== 200) return saved;
  return call('POST', `${path}/publicar`, { versao: saved.body.data.versao, nota: '' }, who);
};

it('judges every count that a condition is offered', async () => {
  const refused: string[] = [];
  for (const entidade of Object.keys(RULE_ENTITIES))
    for (const campo of countPaths(ENTITIES, entidade)) {
      const se = { faz: 'maior' as const, de: [{ campo }, { numero: '2' as Decimal }] };
      if (!(await isJudged({ entidade, se }, ENTITIES))) refused.push(`${entidade} ${campo}`);
    }
  expect(refused).toEqual([]);
});

describe('rules of the company', () => {
  it.each(['OPERADOR', 'CONSUMIDOR_FINAL', 'REPRESENTANTE', 'GERENTE'] as const)(
    'are neither read nor written by a %s',
    async (who) => {
      for (const path of [
        'regras',
        'regras/x-y',
        'regras-opcoes',
        'regras/x-y/execucoes',
        'definicoes/rules',
      ])
        expect((await call('GET', path, undefined, who)).status).toBe(403);
      expect((await call('POST', 'regras-simular', { conteudo: RULE }, who)).status).toBe(403);
      expect((await call('POST', 'regras/x-y/modo', { modo: 'LIGADA', versao: 0 }, who)).status).toBe(403);
    },
  );

  it('are published off, and switched on by who has every right of the role', async () => {
    expect((await publish(RULE)).status).toBe(200);
    const before = (await call('GET', 'regras/urgentes-ao-sac')).body.data;
    expect(before).toMatchObject({ modo: 'DESLIGADA', versao: 0, responsavel: null });
    const on = await call('POST', 'regras/urgentes-ao-sac/modo', { modo: 'LIGADA', versao: 0 });
    expect(on.body.data).toMatchObject({
      modo: 'LIGADA',
      versao: 1,
      responsavel: { nome: expect.any(String) },
    });
    const stale = await call('POST', 'regras/urgentes-ao-sac/modo', { modo: 'DESLIGADA', versao: 0 });
    expect(stale.status).toBe(409);
  });

  it.each([
    ['an entity', { entidade: 'itens' }, '/entidade'],
    ['an event', { quando: { tipo: 'EVENTO', evento: 'PAGO' } }, '/quando/evento'],
    [
      'a date',
      { quando: { tipo: 'PRAZO', campo: 'assunto', quantidade: 1, unidade: 'DIAS' } },
      '/quando/campo',
    ],
    [
      'a condition by the clock',
      { quando: { tipo: 'HORARIO', hora: '08:00', dias: [1] }, se: undefined },
      '/se',
    ],
    ['personal data', { se: { faz: 'vazio', de: [{ campo: 'cliente.documento' }] } }, '/se/de/0/campo'],
    ['an action', { entidade: 'clientes', se: undefined }, '/entao/0/acao'],
    ['a needed field', { entao: [{ acao: 'ENCAMINHAR', mensagem: 'x' }] }, '/entao/0/setor'],
    [
      'a field of another action',
      { entao: [{ acao: 'ANOTAR', mensagem: 'x', para: 'CLIENTE' }] },
      '/entao/0/para',
    ],
    [
      'a person who is not there',
      { entao: [{ acao: 'ATRIBUIR', como: 'PESSOA', pessoa: 999999 }] },
      '/entao/0/pessoa',
    ],
    ['a path in a text', { entao: [{ acao: 'ANOTAR', mensagem: 'Oi {{nada}}' }] }, '/entao/0/mensagem'],
    ['a role', { papel: 'CONSUMIDOR' }, '/papel'],
    [
      'what brings back at once what was put off',
      { entao: [{ acao: 'ADIAR', emDias: 2, hora: '08:00' }, { acao: 'AVANCAR' }] },
      '/entao/1/acao',
    ],
    ['waiting for nothing', { entao: [{ acao: 'ESPERAR', quantidade: 1, unidade: 'DIAS' }] }, '/entao/0'],
  ])('refuse %s at its place', async (_, change, pointer) => {
    const conteudo = JSON.parse(JSON.stringify({ ...RULE, ...change }));
    const { body } = await call('POST', 'definicoes/rules/verificar', { conteudo });
    expect(body.problemas.map(({ ponteiro }: { ponteiro: string }) => ponteiro)).toContain(pointer);
  });

  it('say what they would have met', async () => {
    await fixture.addTicket();
    const { body } = await call('POST', 'regras-simular', { conteudo: { ...RULE, se: undefined } });
    expect(body.data.problemas).toEqual([]);
    expect(body.data.frase).toMatch(/^Nos últimos 90 dias aconteceu/);
    const choices = await call('GET', 'regras-opcoes');
    expect(choices.body.setores.length).toBeGreaterThan(0);
    const runs = await call('GET', 'regras/urgentes-ao-sac/execucoes');
    expect(runs.body.itens).toEqual([]);
    expect((await call('GET', 'regras/urgentes-ao-sac/dias')).body.length).toBe(30);
  });
});
