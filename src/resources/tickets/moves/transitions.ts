import {
  conditionHolds,
  type FlowCondition,
  type FlowFacts,
} from '../../../../contract/rules/flows/flowCondition.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';

export type Transition = Ticket['transicoes'][number];

interface Standing {
  transicoes: readonly Transition[];
  fatos: FlowFacts;
}

const isOpen = (transition: Transition, facts: FlowFacts) =>
  conditionHolds(transition.condicao as FlowCondition | null, facts);

/** Where a ticket may go with these facts: the first standard transition that is open, and every conditional one. */
export function openSteps({ transicoes, fatos }: Standing, changed: FlowFacts | null = null): Transition[] {
  const facts = { ...fatos, ...changed };
  const standard = transicoes.find((transition) => transition.tipo === 'PADRAO' && isOpen(transition, facts));
  return transicoes.filter(
    (transition) =>
      transition === standard || (transition.tipo === 'CONDICIONAL' && isOpen(transition, facts)),
  );
}

/** The standard transition that is open now; `null` while a step's data must open one. */
export const standardTransition = (standing: Standing): Transition | null =>
  openSteps(standing).find(({ tipo }) => tipo === 'PADRAO') ?? null;

/** What makes one way differ from another: two may lead to one step. */
export const transitionKey = ({ para, rotulo }: Pick<Transition, 'para' | 'rotulo'>) => `${para}|${rotulo}`;

/** Whether a transition takes what the form of the step gives: all but those aside that come back. */
export const takesStepData = ({ desvio }: Transition): boolean => !desvio;
