import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { type Move, passedSteps, stepMap } from '#server/sac/tickets/detail/ticketSteps.ts';
import { type FactLine, flowFactsOf } from '#server/sac/tickets/rules.ts';

const flowFile = (key: string): Flow =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, `../../../../../schemas/flows/${key}.json`), 'utf8'),
  );
const devolucao = flowFile('DEVOLUCAO');

const company = {
  typeKey: 'DEVOLUCAO',
  finalConsumer: false,
  logisticsRefused: false,
  document: '12ABC34501DE35',
  stateRegistration: '110042490114',
};
const line = (status: FactLine['status'], authorized = '0', checked: string | null = null): FactLine => ({
  status,
  authorized,
  checked,
});
const advance = (...steps: string[]): Move[] => steps.map((to) => ({ type: 'AVANCO', from: null, to }));
const at = (stepKey: string, moves: Move[] = [], closed = false) => ({ stepKey, moves, closed });
const states = (map: ReturnType<typeof stepMap>) =>
  Object.fromEntries(map.steps.map(({ step, state }) => [step.chave, state]));

describe('flowFactsOf', () => {
  it('counts lines by their status', () => {
    expect(flowFactsOf(company, [line('AN'), line('A', '2'), line('A', '1'), line('N')])).toMatchObject({
      linhas_em_analise: 1,
      linhas_aprovadas: 2,
      todas_linhas_negadas: false,
      tem_itens: true,
      tipo: 'DEVOLUCAO',
    });
  });
  it('reports all lines as denied only when there are lines', () => {
    expect(flowFactsOf(company, [line('N'), line('N')]).todas_linhas_negadas).toBe(true);
    expect(flowFactsOf(company, []).todas_linhas_negadas).toBe(false);
  });
  it('compares counted and authorised quantities as numbers', () => {
    expect(flowFactsOf(company, [line('A', '2.000', '2')]).divergencia).toBe(false);
    expect(flowFactsOf(company, [line('A', '2.000', '1.500')]).divergencia).toBe(true);
    expect(flowFactsOf(company, [line('A', '2.000')]).divergencia).toBe(false);
  });
  it('treats registered companies as ICMS payers, but not exempt ones and persons', () => {
    const pays = (given: Partial<typeof company>) =>
      flowFactsOf({ ...company, ...given }, []).contribuinte_icms;
    expect(pays({})).toBe(true);
    expect(pays({ stateRegistration: 'ISENTO' })).toBe(false);
    expect(pays({ stateRegistration: '' })).toBe(false);
    expect(pays({ document: '40000000477' })).toBe(false);
  });
});

describe('stepMap', () => {
  it('marks the opening of a new return as current and the analysis as next', () => {
    const map = stepMap(devolucao, at('ABERTURA'), flowFactsOf(company, [line('AN')]));
    expect(map.next?.chave).toBe('ANALISE_DEVOLUCAO');
    expect(map.conditional).toEqual([]);
    expect(states(map)).toMatchObject({
      ABERTURA: 'ATUAL',
      ANALISE_DEVOLUCAO: 'PROXIMA',
      COLETA: 'FUTURA',
      FINALIZADO: 'FUTURA',
    });
    expect(map.steps.map(({ step }) => step.chave)).toEqual(devolucao.etapas.map(({ chave }) => chave));
  });

  it('takes the step after the analysis from its lines and the customer', () => {
    const analysis = at('ANALISE_DEVOLUCAO', advance('ANALISE_DEVOLUCAO'));
    const keys = (facts: Parameters<typeof stepMap>[2]) => {
      const { next, conditional } = stepMap(devolucao, analysis, facts);
      return [next?.chave ?? null, conditional.map(({ chave }) => chave)];
    };
    const person = { ...company, document: '40000000477', stateRegistration: '' };
    expect(keys(flowFactsOf(company, [line('AN')]))).toEqual([null, ['COMPLEMENTO_CLIENTE']]);
    expect(keys(flowFactsOf(company, [line('A', '1')]))).toEqual([
      'ENVIO_NF_DEVOLUCAO',
      ['COMPLEMENTO_CLIENTE'],
    ]);
    expect(keys(flowFactsOf(person, [line('A', '1')]))).toEqual([
      null,
      ['COMPLEMENTO_CLIENTE', 'NF_ENTRADA_PROPRIA'],
    ]);
    expect(keys(flowFactsOf(company, [line('N')]))).toEqual([null, ['COMPLEMENTO_CLIENTE', 'FINALIZADO']]);
  });

  it('separates steps that will come from conditional ones', () => {
    const analysis = at('ANALISE_DEVOLUCAO', advance('ANALISE_DEVOLUCAO'));
    expect(states(stepMap(devolucao, analysis, flowFactsOf(company, [line('AN')])))).toMatchObject({
      COMPLEMENTO_CLIENTE: 'CONDICIONAL',
      ENVIO_NF_DEVOLUCAO: 'FUTURA',
      NF_ENTRADA_PROPRIA: 'CONDICIONAL',
      COLETA: 'FUTURA',
      DIVERGENCIA: 'CONDICIONAL',
      FINALIZADO: 'FUTURA',
    });
    const person = { ...company, document: '40000000477', stateRegistration: '' };
    expect(states(stepMap(devolucao, analysis, flowFactsOf(person, [line('AN')])))).toMatchObject({
      ENVIO_NF_DEVOLUCAO: 'CONDICIONAL',
      NF_ENTRADA_PROPRIA: 'FUTURA',
      COLETA: 'FUTURA',
    });
    const invoice = at('ENVIO_NF_DEVOLUCAO', advance('ANALISE_DEVOLUCAO', 'ENVIO_NF_DEVOLUCAO'));
    expect(states(stepMap(devolucao, invoice, flowFactsOf(company, [line('A', '1')])))).toMatchObject({
      COMPLEMENTO_CLIENTE: 'CONDICIONAL',
      COLETA: 'PROXIMA',
      FINANCEIRO: 'FUTURA',
    });
  });

  it('has no next step for a closed ticket', () => {
    const map = stepMap(devolucao, at('ANALISE_DEVOLUCAO', [], true), flowFactsOf(company, [line('A', '1')]));
    expect(map.next).toBeNull();
    expect(map.conditional).toEqual([]);
    expect(states(map)).toMatchObject({ ABERTURA: 'FEITA', ANALISE_DEVOLUCAO: 'ATUAL', COLETA: 'FUTURA' });
  });
});

describe('passedSteps', () => {
  const short = advance('ANALISE_DEVOLUCAO', 'NF_ENTRADA_PROPRIA', 'FINANCEIRO');

  it('returns the path actually taken, not the usual one', () => {
    expect(passedSteps(devolucao, 'FINANCEIRO', short)).toEqual([
      'ABERTURA',
      'ANALISE_DEVOLUCAO',
      'NF_ENTRADA_PROPRIA',
    ]);
  });
  it('excludes steps that were moved back from', () => {
    const moves = [...short, { type: 'RETROCESSO', from: 'FINANCEIRO', to: 'ANALISE_DEVOLUCAO' }];
    expect(passedSteps(devolucao, 'ANALISE_DEVOLUCAO', moves)).toEqual(['ABERTURA']);
  });
  it('includes a step that was passed on a detour', () => {
    const moves = advance('ANALISE_DEVOLUCAO', 'COMPLEMENTO_CLIENTE', 'ANALISE_DEVOLUCAO');
    expect(passedSteps(devolucao, 'ANALISE_DEVOLUCAO', moves)).toContain('COMPLEMENTO_CLIENTE');
  });
  it('returns the usual path when the timeline has no moves', () => {
    expect(passedSteps(devolucao, 'COLETA', [])).toEqual([
      'ABERTURA',
      'ANALISE_DEVOLUCAO',
      'ENVIO_NF_DEVOLUCAO',
    ]);
    expect(passedSteps(devolucao, 'ABERTURA', [])).toEqual([]);
  });
});
