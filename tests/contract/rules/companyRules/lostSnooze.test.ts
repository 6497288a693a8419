import { expect, it } from '@jest/globals';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { lostSnoozes } from '#contract/rules/companyRules/lostSnooze.ts';
import type { RuleAction, RuleActionKey } from '#contract/rules/companyRules/ruleActions.ts';

const quando = {
  rule: { tipo: 'EVENTO', evento: 'CRIADO' },
  macro: { tipo: 'PESSOA' },
} as const satisfies Record<string, CompanyRule['quando']>;

it.each<[number[], keyof typeof quando, RuleActionKey[]]>([
  [[1], 'rule', ['ADIAR', 'ATRIBUIR']],
  [[1], 'rule', ['ADIAR', 'ENCAMINHAR']],
  [[1], 'rule', ['ADIAR', 'RECLASSIFICAR']],
  [[1], 'rule', ['ADIAR', 'FINALIZAR']],
  [[1], 'rule', ['ADIAR', 'REABRIR']],
  [[2, 3], 'rule', ['ADIAR', 'ANOTAR', 'AVANCAR', 'ATRIBUIR']],
  [[], 'rule', ['AVANCAR', 'ATRIBUIR', 'ADIAR']],
  [[], 'rule', ['ADIAR', 'PRIORIZAR', 'PRAZO', 'CAMPO', 'ANOTAR', 'EMAIL', 'PESQUISA', 'TICKET']],
  [[], 'rule', ['ADIAR', 'ESPERAR', 'ATRIBUIR']],
  [[3], 'rule', ['ADIAR', 'ESPERAR', 'ADIAR', 'ATRIBUIR']],
  // Whoever answers a ticket that nobody has takes it; a rule takes none.
  [[], 'rule', ['ADIAR', 'RESPONDER']],
  [[1], 'macro', ['ADIAR', 'RESPONDER']],
])('at %j of a %s, %j, would bring the ticket back at once', (places, kind, actions) => {
  const entao = actions.map((acao) => ({ acao }) as RuleAction);
  expect(lostSnoozes({ quando: quando[kind], entao })).toEqual(places);
});
