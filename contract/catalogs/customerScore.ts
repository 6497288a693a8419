import type { CatalogRow } from './catalog.ts';

export type CustomerScore = 'A' | 'B' | 'C' | 'D';

/** What a customer bought within the last twelve months: `SCORE_FROM` says from how much on. */
export const customerScore: readonly CatalogRow<CustomerScore>[] = [
  { value: 'A', label: 'A: 50 mil ou mais em 12 meses', color: 'sucesso', icon: 'TrendingUp' },
  { value: 'B', label: 'B: de 10 a 50 mil', color: 'informacao', icon: 'Paid' },
  { value: 'C', label: 'C: até 10 mil', color: 'aviso', icon: 'Storefront' },
  { value: 'D', label: 'D: nada em 12 meses', color: 'perigo', icon: 'RemoveShoppingCart' },
];

/** Exact, in reais. */
export const SCORE_FROM: Readonly<Record<CustomerScore, string>> = {
  A: '50000',
  B: '10000',
  C: '0.0001',
  D: '0',
};
