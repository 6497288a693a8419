import type { FlowFact } from '../catalogs/flowFact.ts';

export type FactValue = boolean | number | string;
export type FlowFacts = Partial<Record<FlowFact, FactValue>>;

/**
 * A condition as data: a comparison of one fact, or several conditions joined by `todas` (and), `alguma` (or)
 * or `nenhuma` (not). `null` always holds.
 */
export type FlowCondition =
  | { todas: FlowCondition[] }
  | { alguma: FlowCondition[] }
  | { nenhuma: FlowCondition[] }
  | { fato: FlowFact; igual: FactValue }
  | { fato: FlowFact; diferente: FactValue }
  | { fato: FlowFact; maior_que: number }
  | { fato: FlowFact; menor_que: number };

/** Whether a condition holds. A fact that is not known satisfies no comparison, not even `diferente`. */
export function conditionHolds(condition: FlowCondition | null | undefined, facts: FlowFacts): boolean {
  if (!condition) return true;
  if ('todas' in condition) return condition.todas.every((part) => conditionHolds(part, facts));
  if ('alguma' in condition) return condition.alguma.some((part) => conditionHolds(part, facts));
  if ('nenhuma' in condition) return !condition.nenhuma.some((part) => conditionHolds(part, facts));
  const value = facts[condition.fato];
  return value !== undefined && comparisonHolds(condition, value);
}

type Comparison = Extract<FlowCondition, { fato: FlowFact }>;

function comparisonHolds(comparison: Comparison, value: FactValue): boolean {
  if ('igual' in comparison) return value === comparison.igual;
  if ('diferente' in comparison) return value !== comparison.diferente;
  if (typeof value !== 'number') return false;
  return 'maior_que' in comparison ? value > comparison.maior_que : value < comparison.menor_que;
}
