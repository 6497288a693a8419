import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readStageRule, stageRuleText } from '#contract/rules/customers/stageRule.ts';

describe('rule of a stage', () => {
  it.each([
    [{}, 'Todos os outros'],
    [{ prospect: true }, 'Prospects'],
    [{ titulosVencidos: true, orcamentosAbertos: false }, 'Sem orçamento aberto; com títulos vencidos'],
    [{ diasSemCompra: { de: 31, ate: 90 } }, 'Última compra há 31 a 90 dias'],
    [{ diasSemContato: 60, classes: ['A', 'B'] }, 'Sem contato há 60 dias ou mais; classe A, B'],
  ])('describes %j as "%s"', (rule, text) => {
    expect(readStageRule(rule)).toEqual(rule);
    expect(stageRuleText(rule)).toBe(text);
  });

  it.each([
    [null],
    ['prospect'],
    [[]],
    [{ sql: 'true' }],
    [{ prospect: 'sim' }],
    [{ diasSemCompra: {} }],
    [{ diasSemCompra: { de: 9, ate: 3 } }],
    [{ diasSemCompra: { de: 1, entao: 2 } }],
    [{ diasSemContato: -1 }],
    [{ diasSemContato: 1.5 }],
    [{ classes: [] }],
    [{ toString: true }],
  ])('rejects %j', (rule) => {
    expect(readStageRule(rule)).toBeNull();
  });

  it('is parsed from any JSON without throwing', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => readStageRule(value) !== undefined));
  });
});
