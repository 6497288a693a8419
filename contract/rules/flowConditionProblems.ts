import { type FactKind, flowFact } from '../catalogs/flowFact.ts';
import type { FileProblem } from './fileProblem.ts';
import type { FactValue, FlowCondition } from './flowCondition.ts';

/** Comparisons that can never hold, because the fact has another kind of value. */
export function conditionProblems(
  condition: FlowCondition | null | undefined,
  pointer: string,
): FileProblem[] {
  if (!condition) return [];
  for (const joiner of ['todas', 'alguma', 'nenhuma'] as const) {
    const parts = joiner in condition ? (condition as Record<string, FlowCondition[]>)[joiner] : undefined;
    if (parts)
      return parts.flatMap((part, index) => conditionProblems(part, `${pointer}/${joiner}/${index}`));
  }
  return 'fato' in condition ? comparisonProblems(condition, pointer) : [];
}

type Comparison = Extract<FlowCondition, { fato: unknown }>;

function comparisonProblems(comparison: Comparison, pointer: string): FileProblem[] {
  const kind = flowFact.find(({ value }) => value === comparison.fato)?.kind;
  if (!kind) return [{ pointer: `${pointer}/fato`, message: `O fato ${comparison.fato} não existe.` }];
  return Object.entries(comparison)
    .filter(([key, value]) => key !== 'fato' && kindOf(value) !== kind)
    .map(([key]) => ({
      pointer: `${pointer}/${key}`,
      message: `O fato ${comparison.fato} só se compara com ${kindText[kind]}.`,
    }));
}

const kindText: Record<FactKind, string> = {
  SIM_NAO: 'true ou false',
  NUMERO: 'um número',
  TEXTO: 'um texto',
};

function kindOf(value: FactValue): FactKind {
  if (typeof value === 'boolean') return 'SIM_NAO';
  return typeof value === 'number' ? 'NUMERO' : 'TEXTO';
}
