export type FactValue = boolean | number | string;
export type FlowFacts = Partial<Record<FlowFact, FactValue>>;

/**
 * A condition as data: a comparison of one fact, or several conditions combined by `todas` (and), `alguma` (or) or `nenhuma`
 * (not). `null` always holds.
 */
export type FlowCondition =
  | { todas: FlowCondition[] }
  | { alguma: FlowCondition[] }
  | { nenhuma: FlowCondition[] }
  | { fato: FlowFact; igual: FactValue }
  | { fato: FlowFact; diferente: FactValue }
  | { fato: FlowFact; maior_que: number }
  | { fato: FlowFact; menor_que: number };

/** Whether a condition holds. An unknown fact satisfies no comparison, not even `diferente`. */
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

export const factOf = (value: string) => flowFact.find((row) => row.value === value);

export const OPERATORS = {
  igual: 'é igual a',
  diferente: 'é diferente de',
  maior_que: 'é maior que',
  menor_que: 'é menor que',
} as const;
export type Operator = keyof typeof OPERATORS;

export const GROUPS = {
  todas: 'Todas valem (e)',
  alguma: 'Alguma vale (ou)',
  nenhuma: 'Nenhuma vale (não)',
} as const;
export type Group = keyof typeof GROUPS;

/** The operator of a comparison; null for a group. */
export const operatorOf = (condition: FlowCondition): Operator | null =>
  (Object.keys(OPERATORS) as Operator[]).find((key) => key in condition) ?? null;

export const groupOf = (condition: FlowCondition): Group | null =>
  (Object.keys(GROUPS) as Group[]).find((key) => key in condition) ?? null;

export const partsOf = (condition: FlowCondition): FlowCondition[] => {
  const group = groupOf(condition);
  return group ? ((condition as Record<string, unknown>)[group] as FlowCondition[]) : [];
};

/** A condition as a sentence: 'O ticket tem produtos: sim, e Linhas aprovadas é maior que 0'. */
export function conditionText(condition: FlowCondition | null): string {
  if (!condition) return 'Sempre';
  const group = groupOf(condition);
  if (group) {
    const parts = partsOf(condition).map((part) => {
      const text = conditionText(part);
      return groupOf(part) ? `(${text})` : text;
    });
    if (group === 'nenhuma') return `não: ${parts.join(' nem ')}`;
    return parts.join(group === 'todas' ? ', e ' : ', ou ');
  }
  const operator = operatorOf(condition);
  if (!operator || !('fato' in condition)) return 'condição incompleta';
  const value = (condition as Record<string, unknown>)[operator] as FactValue;
  const name = factOf(condition.fato)?.label ?? condition.fato;
  if (typeof value === 'boolean') return `${name}: ${value === (operator === 'igual') ? 'sim' : 'não'}`;
  return `${name} ${OPERATORS[operator]} ${value}`;
}

/** An initial comparison for a fact. */
export function newComparison(fact: FlowFact): FlowCondition {
  const kind = factOf(fact)?.kind;
  if (kind === 'NUMERO') return { fato: fact, maior_que: 0 };
  return { fato: fact, igual: kind === 'SIM_NAO' ? true : '' };
}

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
