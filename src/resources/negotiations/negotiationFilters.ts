import type { Filter } from '../../ui/components/FilterBar/filters.ts';

/** The filters beside the tabs of the situation. */
export const negotiationFilters: readonly Filter[] = [
  { key: 'periodo', label: 'Solicitado', kind: 'dateRange', pinned: true, fromKey: 'dtIni', toKey: 'dtFim' },
  {
    key: 'meus',
    label: 'Quem solicitou',
    kind: 'select',
    pinned: true,
    options: [{ value: 'true', label: 'Eu' }],
  },
  {
    key: 'semCiencia',
    label: 'Ciência',
    kind: 'select',
    options: [{ value: 'true', label: 'Decididos que ninguém leu' }],
  },
];
