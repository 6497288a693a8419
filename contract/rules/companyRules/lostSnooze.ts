import { type SnoozedWrite, wakingOf } from '../tickets/ticketSnooze.ts';
import { type CompanyRule, isMacro } from './companyRule.ts';
import type { RuleActionKey } from './ruleActions.ts';

type Write = Pick<SnoozedWrite, 'type'> & { moves: Partial<SnoozedWrite['after']> };

/** What an action may change of where a ticket stands and whom it is with. */
const WRITES: Partial<Record<RuleActionKey, Write>> = {
  ENCAMINHAR: { type: 'ENCAMINHAMENTO', moves: { sectorId: 2 } },
  ATRIBUIR: { type: 'ATRIBUICAO', moves: { operatorId: 2 } },
  AVANCAR: { type: 'AVANCO', moves: { stepKey: 'OUTRA' } },
  RECLASSIFICAR: { type: 'RECLASSIFICACAO', moves: { stepKey: 'OUTRA' } },
  FINALIZAR: { type: 'FINALIZACAO', moves: { status: 'FINALIZADO' } },
  REABRIR: { type: 'REABERTURA', moves: { stepKey: 'OUTRA' } },
};

/** Whoever uses a macro that answers takes a ticket that nobody has; a rule takes none. */
const ANSWER: Write = { type: 'MENSAGEM', moves: { operatorId: 2 } };

const STANDING: SnoozedWrite['before'] = {
  status: 'EM_ATENDIMENTO',
  operatorId: 1,
  sectorId: 1,
  stepKey: 'UMA',
};

/**
 * The places of the actions that may bring back the ticket which the rule has just put off. After a wait that is what the rule is for;
 * at once, the ticket would never have been put off, although the rule says so.
 */
export function lostSnoozes(rule: Pick<CompanyRule, 'quando' | 'entao'>): number[] {
  const { entao } = rule;
  return entao.flatMap(({ acao }, place) => {
    const write = acao === 'RESPONDER' && isMacro(rule) ? ANSWER : WRITES[acao];
    const before = entao.slice(0, place).findLast((one) => one.acao === 'ADIAR' || one.acao === 'ESPERAR');
    if (!write || before?.acao !== 'ADIAR') return [];
    const after = { ...STANDING, ...write.moves };
    return wakingOf({ type: write.type, byOutside: false, before: STANDING, after }) ? [place] : [];
  });
}
