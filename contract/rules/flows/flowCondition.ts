import type { Expression } from '../../expression/tree.ts';

export type FactValue = boolean | number | string;
export type FlowFacts = Partial<Record<FlowFact, FactValue>>;

/**
 * A condition as data: an expression over the fields of the ticket and the facts (flowExpression.ts), or, as conditions were
 * written before there were expressions, a comparison of one fact, or several conditions combined by `todas` (and), `alguma` (or)
 * or `nenhuma` (not). `null` always holds.
 */
export type FlowCondition =
  | { expressao: Expression }
  | { todas: FlowCondition[] }
  | { alguma: FlowCondition[] }
  | { nenhuma: FlowCondition[] }
  | { fato: FlowFact; igual: FactValue }
  | { fato: FlowFact; diferente: FactValue }
  | { fato: FlowFact; maior_que: number }
  | { fato: FlowFact; menor_que: number };

/**
 * Whether a condition holds. An unknown fact satisfies no comparison, not even `diferente`, and neither does an expression
 * that nobody has resolved for a ticket.
 */
export function conditionHolds(condition: FlowCondition | null | undefined, facts: FlowFacts): boolean {
  if (!condition) return true;
  if ('expressao' in condition) return false;
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

export const factOf = (value: string) => flowFact.find((row) => row.value === value);

/** Type of a fact's value. */
export type FactKind = 'SIM_NAO' | 'NUMERO' | 'TEXTO';

interface FlowFactRow {
  value: string;
  label: string;
  kind: FactKind;
}

/** The facts about a ticket that a flow condition may test. The engine computes each one; the studio offers them by label. */
export const flowFact = [
  { value: 'linhas_em_analise', label: 'Linhas ainda em análise', kind: 'NUMERO' },
  { value: 'linhas_aprovadas', label: 'Linhas aprovadas', kind: 'NUMERO' },
  { value: 'todas_linhas_negadas', label: 'Todas as linhas foram negadas', kind: 'SIM_NAO' },
  { value: 'contribuinte_icms', label: 'O cliente é contribuinte do ICMS', kind: 'SIM_NAO' },
  { value: 'divergencia', label: 'A conferência encontrou diferença', kind: 'SIM_NAO' },
  { value: 'logistica_recusou', label: 'A logística recusou a prorrogação', kind: 'SIM_NAO' },
  { value: 'consumidor_final', label: 'Aberto para consumidor final', kind: 'SIM_NAO' },
  { value: 'tem_itens', label: 'O ticket tem produtos', kind: 'SIM_NAO' },
  { value: 'tipo', label: 'Chave do tipo de ticket', kind: 'TEXTO' },
] as const satisfies readonly FlowFactRow[];

export type FlowFact = (typeof flowFact)[number]['value'];
