/** Type of a fact's value. */
export type FactKind = 'SIM_NAO' | 'NUMERO' | 'TEXTO';

export interface FlowFactRow {
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
