import type { CatalogRow } from './catalog.ts';

export type StockStatus = '1' | '2' | '3';

/** Stock levels (document 002, section 4). */
export const stockStatus: readonly CatalogRow<StockStatus>[] = [
  { value: '1', label: 'Em estoque', color: 'estoque.normal', icon: 'CheckCircle' },
  { value: '2', label: 'Estoque baixo', color: 'estoque.baixo', icon: 'Warning' },
  { value: '3', label: 'Sem estoque', color: 'estoque.vazio', icon: 'RemoveShoppingCart' },
];
