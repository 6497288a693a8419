import { describe, expect, it } from '@jest/globals';
import type { Filter, FilterValues } from '#ui/components/FilterBar/filters.ts';
import { contentOf, valuesOf } from '#ui/lists/views/viewContent.ts';

const FILTERS: Filter[] = [
  { key: 'tipo', label: 'Tipo', kind: 'select', options: [] },
  { key: 'uf', label: 'UF', kind: 'multiselect', options: [] },
  { key: 'periodo', label: 'Criado', kind: 'dateRange', fromKey: 'dtIni', toKey: 'dtFim' },
  { key: 'idCli', label: 'Cliente', kind: 'autocomplete', load: async () => [] },
  {
    key: 'transportadora',
    label: 'Transportadora',
    kind: 'autocomplete',
    multiple: true,
    load: async () => [],
  },
];

describe('saved view', () => {
  it('restores each filter as in the URL: one value, or a list of one', () => {
    const values: FilterValues = {
      texto: 'óleo',
      tipo: 'VENDA',
      uf: ['SP'],
      dtIni: '2026-01-01',
      idCli: '7',
      transportadora: ['3'],
      status: ['GERADA'],
      'campo:prazo:min': '2',
    };
    const columns = { order: [], hidden: [], density: 'compact' as const };
    const state = { values, sort: { field: 'id', order: 'ASC' }, perPage: 25, columns };
    expect(valuesOf(contentOf(state), FILTERS)).toEqual(values);
  });
});
